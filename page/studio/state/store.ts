// A value that can be watched: all that React needs to know of the state.
import { useSyncExternalStore } from "react";

export class Store<T> {
  private listeners = new Set<() => void>();
  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(next: T): void {
    if (Object.is(next, this.current)) return;
    this.current = next;
    for (const listener of [...this.listeners]) listener();
  }

  /** Change some fields of a record. */
  change(part: Partial<T>): void {
    this.set({ ...this.current, ...part });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/** What `select` gives of the store's value; the component is drawn anew when that changes. */
export function useStore<T, S>(store: Store<T>, select: (value: T) => S): S {
  return useSyncExternalStore(store.subscribe, () => select(store.value));
}

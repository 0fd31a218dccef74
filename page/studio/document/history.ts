// The document: the text of the model file with everything that was done to it, to be undone and redone without end.
import { Patch } from "./patch";

export interface Step {
  label: string;
  before: string;
  after: string;
  time: number;
}

const TOGETHER = 900; // ms: typing without a pause is one step

export class History {
  private done: Step[] = [];
  private undone: Step[] = [];
  private patch: Patch | null = null;
  private listeners = new Set<() => void>();
  /** Counts every change of the text, undoing included. */
  revision = 0;
  /** The text that is on disk. */
  saved: string;

  constructor(private current: string) {
    this.saved = current;
  }

  get text(): string {
    return this.current;
  }

  /** A patch of the present text, for reading; commands get one of their own. */
  get reading(): Patch {
    return (this.patch ??= new Patch(this.current));
  }

  get changed(): boolean {
    return this.current !== this.saved;
  }

  get undoLabel(): string {
    return this.done.at(-1)?.label ?? "";
  }

  get redoLabel(): string {
    return this.undone.at(-1)?.label ?? "";
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Do a command; what it returns is handed on. A command that changes nothing leaves no step. */
  edit<T>(label: string, command: (patch: Patch) => T): T {
    const patch = new Patch(this.current);
    const given = command(patch);
    this.write(label, patch.result);
    return given;
  }

  /** Another whole text; `together`: steps of the same label that follow closely become one. */
  write(label: string, text: string, together = false): void {
    if (text === this.current) return;
    const last = this.done.at(-1), now = Date.now();
    if (together && last?.label === label && now - last.time < TOGETHER && !this.undone.length) {
      last.after = text;
      last.time = now;
    } else this.done.push({ label, before: this.current, after: text, time: now });
    this.undone = [];
    this.take(text);
  }

  undo(): boolean {
    const step = this.done.pop();
    if (!step) return false;
    this.undone.push(step);
    this.take(step.before);
    return true;
  }

  redo(): boolean {
    const step = this.undone.pop();
    if (!step) return false;
    this.done.push(step);
    this.take(step.after);
    return true;
  }

  /** Another document in the place of this one: nothing to undo. */
  reset(text: string, saved = text): void {
    this.done = [];
    this.undone = [];
    this.saved = saved;
    this.take(text);
  }

  markSaved(text: string): void {
    this.saved = text;
    this.tell();
  }

  private take(text: string): void {
    this.current = text;
    this.patch = null;
    this.revision++;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

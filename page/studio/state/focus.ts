// Where the keyboard goes after something was changed.

/** Do something when React has drawn what was just changed, and before the next key comes. A frame of the screen would be
 *  too late: on a busy machine people type several keys in one, which the field that they left would get. */
export function onceDrawn(work: () => void): void {
  queueMicrotask(work); // stores tell React at once, which draws in the microtask before this one
}

/** Give the focus to the first element that there is, by selectors in order of preference. */
export function focusOn(...selectors: string[]): void {
  onceDrawn(() => selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find(Boolean)?.focus());
}

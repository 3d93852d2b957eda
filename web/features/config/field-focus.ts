/** The id of a field on the page. */
export function fieldId(key: string): string {
  return `config-${key}`;
}

/** Focuses the first of some fields. */
export function focusField(keys: readonly string[]): void {
  afterDrawing(() => {
    const fields = keys.map((key) => document.getElementById(fieldId(key)));
    const first = fields.filter((field) => field !== null).toSorted(byPlace)[0];
    first?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
  });
}

/** Calls `next` if the focused element has disappeared, such as a button after it was used. */
export function catchFocus(next: () => void): void {
  afterDrawing(() => {
    if (document.activeElement === null || document.activeElement === document.body) next();
  });
}

/** After the next rendering. */
function afterDrawing(run: () => void): void {
  requestAnimationFrame(run);
}

function byPlace(a: HTMLElement, b: HTMLElement): number {
  return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

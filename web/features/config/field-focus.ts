/** Where a field stands on the page. */
export function fieldId(key: string): string {
  return `config-${key}`;
}

/** Leads to the first of some fields. */
export function focusField(keys: readonly string[]): void {
  afterDrawing(() => {
    const fields = keys.map((key) => document.getElementById(fieldId(key)));
    const first = fields.filter((field) => field !== null).toSorted(byPlace)[0];
    first?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
  });
}

/** What had the focus is gone, as a button after its work: `next` leads to where one goes on. */
export function catchFocus(next: () => void): void {
  afterDrawing(() => {
    if (document.activeElement === null || document.activeElement === document.body) next();
  });
}

/** When everything stands there. */
function afterDrawing(run: () => void): void {
  requestAnimationFrame(run);
}

function byPlace(a: HTMLElement, b: HTMLElement): number {
  return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

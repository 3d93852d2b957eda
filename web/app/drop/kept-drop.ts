/** What was dropped, in a form that outlives the event: items can be read only while it is handled. */
export interface KeptDrop {
  /** Tells it from other drops. */
  timeStamp: number;
  items: readonly (readonly [File | null, FileSystemEntry | null])[];
}

/** Drops what was kept on an element, which handles it like any other drop. */
export function dropAgain({ items }: KeptDrop, target: Element): void {
  const dataTransfer = {
    types: ['Files'],
    files: [],
    items: items.map(([file, entry]) => ({
      kind: 'file',
      getAsFile: () => file,
      webkitGetAsEntry: () => entry,
    })),
  };
  const drop = new Event('drop', { bubbles: true, cancelable: true });
  target.dispatchEvent(Object.assign(drop, { dataTransfer }));
}

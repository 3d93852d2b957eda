import { startTransition, useState } from 'react';
import type { Entry } from './file-tree.ts';

export const fileViews = ['list', 'gallery'] as const;
export type FileView = (typeof fileViews)[number];

const storageName = 'shareView';
/** With fewer pictures there is no gallery. */
const fewest = 3;
const mostly = 0.6;

/** The view of a folder: the one chosen last, otherwise a gallery if most files are pictures. */
export function useFileView(entries: readonly Entry[]) {
  const [chosen, setChosen] = useState(readChoice);
  const pictures = entries.filter(isPicture).length;
  const isGallery = pictures >= mostly * entries.length;
  const choose = (view: FileView) => {
    // The other view stays until the code of the gallery is there.
    startTransition(() => setChosen(view));
    saveChoice(view);
  };
  const hasGallery = pictures >= fewest;
  const view: FileView = hasGallery ? (chosen ?? (isGallery ? 'gallery' : 'list')) : 'list';
  return { view, choose: hasGallery ? choose : undefined };
}

export function isPicture(entry: Entry): boolean {
  return entry.kind === 'file' && entry.file.preview === 'image';
}

function readChoice(): FileView | undefined {
  try {
    const stored = window.localStorage.getItem(storageName);
    return fileViews.find((view) => view === stored);
  } catch {
    return undefined;
  }
}

function saveChoice(view: FileView): void {
  try {
    window.localStorage.setItem(storageName, view);
  } catch {
    // Storage may be turned off; the choice then lasts as long as the page.
  }
}

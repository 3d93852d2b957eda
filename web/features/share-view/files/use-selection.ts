import { useMemo, useState } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';

/** Files that are selected. */
export interface Selection {
  readonly files: readonly ShareFile[];
  has(file: ShareFile): boolean;
  toggle(file: ShareFile): void;
  /** Whether everything below the folder is selected. */
  hasFolder(path: string): boolean;
  toggleFolder(path: string): void;
}

/** The selection among `files`; undefined while nothing can be selected. */
export function useSelection(files: readonly ShareFile[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>();
  const selection = useMemo(() => ids && createSelection(files, ids, setIds), [files, ids]);
  return {
    selection,
    start: () => setIds(new Set()),
    end: () => setIds(undefined),
  };
}

export function createSelection(
  files: readonly ShareFile[],
  ids: ReadonlySet<string>,
  onChange: (ids: ReadonlySet<string>) => void,
): Selection {
  const below = (path: string) => files.filter((file) => file.path.startsWith(`${path}/`));
  const hasAll = (wanted: readonly ShareFile[]) => wanted.every(({ id }) => ids.has(id));
  const toggle = (wanted: readonly ShareFile[]) => {
    const changed = new Set<string>(ids);
    const isGoing = hasAll(wanted);
    for (const { id } of wanted) {
      if (isGoing) changed.delete(id);
      else changed.add(id);
    }
    onChange(changed);
  };
  return {
    files: files.filter(({ id }) => ids.has(id)),
    has: ({ id }) => ids.has(id),
    toggle: (file) => toggle([file]),
    hasFolder: (path) => hasAll(below(path)),
    toggleFolder: (path) => toggle(below(path)),
  };
}

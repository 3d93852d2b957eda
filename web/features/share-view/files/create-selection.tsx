import type { ReactNode } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import { type Entry, parentOf } from './file-tree.ts';
import { SelectCheckbox } from './SelectCheckbox.tsx';

/** Files that are selected, those of other folders included. */
export interface Selection {
  readonly files: readonly ShareFile[];
  /** Whether everything that is listed is selected. */
  readonly isAll: boolean;
  /** Whether a listed file is selected, or everything below a listed folder. */
  has(path: string): boolean;
  /** Changes one entry, or all from the one that was changed last. */
  toggle(path: string, isRange: boolean): void;
  /** The checkbox of an entry, which is loaded with the rest of a selection */
  mark(path: string, name: string): ReactNode;
  /** Selects everything that is listed, or nothing. */
  setAll(isSelected: boolean): void;
}

export interface Listed {
  /** All files of the share */
  files: readonly ShareFile[];
  /** What is shown, in its order */
  entries: readonly Entry[];
}

export interface Selected {
  ids: ReadonlySet<string>;
  /** The path of the entry that was changed last */
  last?: string;
}

export function createSelection(
  { files, entries }: Listed,
  { ids, last }: Selected,
  onChange: (selected: Selected) => void,
): Selection {
  const paths = entries.map(({ path }) => path);
  const contents = contentsOf({ files, entries });
  const has = (path: string) => contents.get(path)?.every(({ id }) => ids.has(id)) ?? false;
  const idsIn = (some: readonly string[]) =>
    some.flatMap((path) => contents.get(path) ?? []).map(({ id }) => id);

  const toggle = (path: string, isRange: boolean) => {
    const end = paths.indexOf(path);
    const before = isRange && last !== undefined ? paths.indexOf(last) : -1;
    const start = before === -1 ? end : before;
    const changed = new Set<string>(idsIn(paths.slice(Math.min(start, end), Math.max(start, end) + 1)));
    const others = [...ids].filter((id) => !changed.has(id));
    onChange({ ids: new Set(has(path) ? others : [...others, ...changed]), last: path });
  };

  return {
    files: files.filter(({ id }) => ids.has(id)),
    isAll: paths.length > 0 && paths.every(has),
    has,
    toggle,
    mark: (path, name) => (
      <SelectCheckbox
        name={name}
        isSelected={has(path)}
        onToggle={(isRange: boolean) => toggle(path, isRange)}
      />
    ),
    setAll: (isSelected) => onChange({ ids: new Set<string>(isSelected ? [...ids, ...idsIn(paths)] : []) }),
  };
}

/** The files of each listed entry, in one pass: a folder has those of the folders in it, too. */
function contentsOf({ files, entries }: Listed): ReadonlyMap<string, readonly ShareFile[]> {
  const contents = new Map(entries.map(({ path }): [string, ShareFile[]] => [path, []]));
  for (const file of files) {
    for (let at = file.path; at !== ''; at = parentOf(at)) contents.get(at)?.push(file);
  }
  return contents;
}

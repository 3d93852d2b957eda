import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A folder for bytes that nothing seems to need: they are kept for a while, in case something does. */
export interface Quarantine {
  prepare(): Promise<void>;
  /** Moves a file in; no error when there is none. */
  add(path: string): Promise<void>;
  /** Moves files back that were moved in under these names; returns the names of those that were there. */
  takeBack(names: readonly string[], pathOf: (name: string) => string): Promise<string[]>;
  /** Deletes files that were moved in before a moment, and returns their names. */
  deleteBefore(moment: number): Promise<string[]>;
}

/** The moment it was moved in and its name: the time of the file itself is that of its last byte. */
const entryPattern = /^(\d{13})-(.+)$/;

export function createQuarantine(directory: string): Quarantine {
  return {
    async prepare() {
      await mkdir(directory, { recursive: true, mode: 0o700 });
    },

    async add(path) {
      await rename(path, join(directory, `${Date.now()}-${basename(path)}`)).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
        },
      );
    },

    async takeBack(names, pathOf) {
      const wanted = new Set(names);
      const taken: string[] = [];
      // The last one of a name comes back.
      for (const entry of (await readdir(directory)).toSorted().toReversed()) {
        const name = entryPattern.exec(entry)?.[2] ?? '';
        if (!wanted.delete(name)) continue;
        await rename(join(directory, entry), pathOf(name));
        taken.push(name);
      }
      return taken;
    },

    async deleteBefore(moment) {
      const due = (await readdir(directory)).filter((entry) => enteredAt(entry) < moment);
      for (const entry of due) await rm(join(directory, entry), { force: true });
      return due.map((entry) => entryPattern.exec(entry)?.[2] ?? entry);
    },
  };
}

/** A file that somebody else put here must not be deleted. */
function enteredAt(entry: string): number {
  const [, time] = entryPattern.exec(entry) ?? [];
  return time === undefined ? Infinity : Number(time);
}

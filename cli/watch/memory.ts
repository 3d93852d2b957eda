import { createHash } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileSource } from '#sdk/index.js';
import { readFileIfThere, writePrivateFile } from '../io/private-files.ts';

/** Remembers which files of a folder were uploaded, also between runs. */
export class WatchMemory {
  /** Whether an earlier run watched this folder. */
  readonly isNew: boolean;
  readonly #file: string;
  readonly #known: Set<string>;

  private constructor(file: string, lines: readonly string[] | null) {
    this.#file = file;
    this.isNew = lines === null;
    this.#known = new Set(lines);
  }

  /** @param key what distinguishes this run from others: the folder and where its files go */
  static async open(folder: string, key: readonly string[]): Promise<WatchMemory> {
    const name = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32);
    const file = path.join(folder, name);
    const text = await readFileIfThere(file);
    return new WatchMemory(file, text?.split('\n').filter(Boolean) ?? null);
  }

  has(source: FileSource): boolean {
    return this.#known.has(lineOf(source));
  }

  async add(sources: readonly FileSource[]): Promise<void> {
    const lines = sources.map(lineOf);
    for (const line of lines) this.#known.add(line);
    const text = lines.map((line) => `${line}\n`).join('');
    if ((await readFileIfThere(this.#file)) === null) await writePrivateFile(this.#file, text);
    else await appendFile(this.#file, text);
  }
}

function lineOf({ path: name, fingerprint }: FileSource): string {
  return JSON.stringify([name, fingerprint]);
}

import path from 'node:path';
import * as z from 'zod/mini';
import { readFileIfThere, writePrivateFile } from '../../io/private-files.ts';

const Note = z.object({ pulled: z.array(z.string()) });

/**
 * Which received shares have been pulled into a folder: what was moved away from there afterwards is not fetched again.
 * It stands beside them, as `.pulled-<id of the reverse share>.json`.
 */
export class PullMemory {
  readonly #file: string;
  readonly #pulled: Set<string>;

  private constructor(file: string, pulled: readonly string[]) {
    this.#file = file;
    this.#pulled = new Set(pulled);
  }

  static async open(directory: string, reverseShareId: string): Promise<PullMemory> {
    const file = path.join(directory, `.pulled-${reverseShareId}.json`);
    const text = await readFileIfThere(file);
    return new PullMemory(file, text === null ? [] : readNote(text));
  }

  has(shareId: string): boolean {
    return this.#pulled.has(shareId);
  }

  async add(shareId: string): Promise<void> {
    this.#pulled.add(shareId);
    await writePrivateFile(this.#file, `${JSON.stringify({ pulled: [...this.#pulled] })}\n`);
  }
}

/** What is damaged costs a comparison with the files that are there. */
function readNote(text: string): readonly string[] {
  try {
    return Note.safeParse(JSON.parse(text)).data?.pulled ?? [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../transport.ts';
import { isSystemError, readTextIfThere } from './private-file.ts';
import { lstatIfThere } from './safe-target.ts';

/** What stands in `<name>.part.json` beside the bytes. */
const PartNote = z.object({
  /** Path of the content on the server. */
  source: z.string(),
  /** Strong entity tag (RFC 9110 §8.8.3); null when the server gave none. */
  etag: z.nullable(z.string()),
});
type PartNote = z.output<typeof PartNote>;

interface PartOptions {
  /** Where the file will be. */
  target: string;
  /** Path of the content on the server. */
  source: string;
  /** Computes the SHA-256. */
  verify: boolean;
  /** False for a place that another file of this download goes to. */
  claim: (file: string) => boolean;
}

const { O_CREAT, O_NOFOLLOW, O_RDWR, O_TRUNC, O_WRONLY } = constants;
const openFlags = {
  part: O_RDWR | O_CREAT | O_NOFOLLOW,
  note: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW,
} as const;

const readSize = 1_048_576;
const maximumNameBytes = 255;

/** A file while it is downloaded: its first bytes, what they are of, and their digest. */
export class PartFile {
  readonly #file: string;
  readonly #options: PartOptions;
  #note: PartNote | null;
  #handle: FileHandle | null = null;
  #hash: Hash | null = null;
  #offset = 0;

  private constructor(file: string, note: PartNote | null, options: PartOptions) {
    this.#file = file;
    this.#note = note;
    this.#options = options;
  }

  /** Opens what an earlier run left of the same content, or nothing yet. */
  static async open(options: PartOptions): Promise<PartFile> {
    const { file, note } = await findPart(options);
    const part = new PartFile(file, note, options);
    if (note?.etag && note.source === options.source) await part.#resume();
    return part;
  }

  /** Bytes that are there. */
  get offset(): number {
    return this.#offset;
  }

  /** Tag of the content that the bytes are of; null when they cannot be gone on with. */
  get etag(): string | null {
    return this.#note?.etag ?? null;
  }

  /** Starts with the first byte. A weak tag promises nothing about bytes (RFC 9110 §13.1.5). */
  async begin(etag: string | null): Promise<void> {
    const { source, verify } = this.#options;
    this.#note = { source, etag: etag?.startsWith('W/') ? null : etag };
    await writeFile(noteOf(this.#file), JSON.stringify(this.#note), { flag: openFlags.note });
    this.#handle ??= await openPart(this.#file);
    await this.#handle.truncate(0);
    this.#offset = 0;
    this.#hash = verify ? createHash('sha256') : null;
  }

  async append(chunk: Uint8Array): Promise<void> {
    if (!this.#handle) throw new Error('the part was not begun');
    this.#hash?.update(chunk);
    for (let done = 0; done < chunk.length; ) {
      const { bytesWritten } = await this.#handle.write(chunk, done, chunk.length - done, this.#offset);
      done += bytesWritten;
      this.#offset += bytesWritten;
    }
  }

  /** SHA-256 of all bytes in lower-case hexadecimal; null when it is not computed. Can be asked once. */
  digest(): string | null {
    return this.#hash?.digest('hex') ?? null;
  }

  /** Makes the part the file, on the disk first. */
  async commit(): Promise<void> {
    await this.#handle?.sync();
    await this.close();
    await rename(this.#file, this.#options.target);
    await rm(noteOf(this.#file), { force: true });
  }

  async discard(): Promise<void> {
    await this.close();
    await rm(this.#file, { force: true });
    await rm(noteOf(this.#file), { force: true });
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }

  async #resume(): Promise<void> {
    const handle = await openPart(this.#file);
    this.#handle = handle;
    const { size } = await handle.stat();
    if (this.#options.verify) this.#hash = await hashBytes(handle, size);
    this.#offset = size;
  }
}

/** Never through a link, and never over a file of the same name that is not ours: that one has no note. */
async function findPart({ target, claim }: PartOptions): Promise<{ file: string; note: PartNote | null }> {
  for (let number = 1; ; number++) {
    const file = partName(target, number);
    if (!claim(file)) continue;
    const text = await readTextIfThere(noteOf(file));
    if (text === null && !(await lstatIfThere(file))) return { file, note: null };
    // Killed between making the note and filling it.
    if (text === '') return { file, note: null };
    const note = PartNote.safeParse(parseJson(text ?? '')).data;
    if (note) return { file, note };
  }
}

/** `<name>.part`; names that would become too long for file systems are replaced by their digest. */
function partName(target: string, number: number): string {
  const name = basename(target);
  const suffix = number === 1 ? '.part' : `.${number}.part`;
  const isLong = Buffer.byteLength(noteOf(name + suffix)) > maximumNameBytes;
  const stem = isLong ? createHash('sha256').update(name).digest('hex').slice(0, 32) : name;
  return join(dirname(target), stem + suffix);
}

function noteOf(file: string): string {
  return `${file}.json`;
}

async function openPart(file: string): Promise<FileHandle> {
  try {
    return await open(file, openFlags.part, 0o666);
  } catch (error) {
    if (isSystemError(error, 'ELOOP')) throw new Error(`${file} is a symbolic link`, { cause: error });
    throw error;
  }
}

async function hashBytes(handle: FileHandle, size: number): Promise<Hash> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.min(readSize, size));
  for (let position = 0; position < size; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) break;
    hash.update(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
  return hash;
}

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../../core/transport.ts';
import { isSystemError, readTextIfThere } from '../private-file.ts';
import { type Gap, Gaps } from './gaps.ts';
import { lstatIfThere } from './safe-target.ts';

/** The content of `<name>.part.json`, which is next to the part. */
const PartNote = z.object({
  /** Path of the content on the server. */
  source: z.string(),
  /** Strong entity tag (RFC 9110 §8.8.3); null when the server gave none. */
  etag: z.nullable(z.string()),
  /** Missing ranges, if bytes do not arrive in order. Otherwise the length of the file shows how much is there. */
  missing: z.optional(z.array(z.object({ start: z.int().check(z.gte(0)), end: z.int() }))),
});
type PartNote = z.output<typeof PartNote>;

interface PartOptions {
  /** Where the file will be. */
  target: string;
  /** Path of the content on the server. */
  source: string;
  size: number;
  /** False for a path that another file of this download uses. */
  claim: (file: string) => boolean;
}

const { O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
const openFlags = O_RDWR | O_CREAT | O_NOFOLLOW;

const maximumNameBytes = 255;
/** Milliseconds of download progress that a crash may lose. */
const noteInterval = 1000;

/**
 * A file while it is downloaded: its bytes on the disk and their content tag. The note never claims bytes that are
 * not on the disk: it is written after them, and as a whole.
 */
export class PartFile {
  readonly file: string;
  readonly #options: PartOptions;
  #note: PartNote | null;
  #handle: FileHandle | null = null;
  #gaps: Gaps;
  /** Resolves after the last change of the note. */
  #turn: Promise<unknown> = Promise.resolve();
  #noteTimer: NodeJS.Timeout | null = null;

  private constructor(file: string, note: PartNote | null, options: PartOptions) {
    this.file = file;
    this.#note = note;
    this.#options = options;
    this.#gaps = new Gaps([{ start: 0, end: options.size }]);
  }

  /** Opens what an earlier run left of the same content, or nothing yet. */
  static async open(options: PartOptions): Promise<PartFile> {
    const { file, note } = await findPart(options);
    const part = new PartFile(file, note, options);
    if (note?.etag && note.source === options.source) await part.#resume(note);
    return part;
  }

  get size(): number {
    return this.#options.size;
  }

  /** Number of bytes on the disk. */
  get received(): number {
    return this.size - this.#gaps.bytes;
  }

  /** Number of bytes before the first gap. */
  get prefix(): number {
    return this.#gaps.prefix(this.size);
  }

  /** The missing ranges, for the code that fetches them. */
  get gaps(): Gaps {
    return this.#gaps;
  }

  /** Entity tag of the content the bytes belong to; null when the download cannot resume from them. */
  get etag(): string | null {
    return this.#note?.etag ?? null;
  }

  /**
   * Starts with nothing. A weak tag promises nothing about bytes (RFC 9110 §13.1.5).
   *
   * @returns the gap from the first byte to `end`, taken
   */
  begin(etag: string | null, end = this.size): Promise<Gap> {
    return this.#inTurn(() => this.#begin(etag, end));
  }

  async #begin(etag: string | null, end: number): Promise<Gap> {
    this.#stopTimer();
    const note = { source: this.#options.source, etag: etag?.startsWith('W/') ? null : etag };
    // Bytes are never stored next to the tag of other content, or without a note: they would be mistaken for it.
    if (!this.#note) await this.#writeNote(note);
    this.#handle ??= await openPart(this.file);
    await this.#handle.truncate(0);
    if (this.#note) await this.#writeNote(note);
    this.#note = note;
    return this.#gaps.restart(this.size, end);
  }

  /** Allows bytes to arrive in any order from now on. */
  async scatter(): Promise<void> {
    await this.#inTurn(async () => {
      if (!this.#note?.missing) await this.#noteMissing();
    });
  }

  /** Writes at the start of a gap, which then becomes smaller. */
  async write(gap: Gap, chunks: readonly Uint8Array[]): Promise<void> {
    if (!this.#handle) throw new Error('the part was not begun');
    let rest = [...chunks];
    while (rest.length > 0) {
      const { bytesWritten } = await this.#handle.writev(rest, gap.start);
      gap.start += bytesWritten;
      rest = withoutFirst(rest, bytesWritten);
    }
    // A timer writes the note, so that a crash does not lose more when no further bytes arrive.
    if (this.#note?.missing) this.#noteTimer ??= setTimeout(() => this.#noteNow(), noteInterval).unref();
  }

  /** Syncs the part to the disk and renames it to the file. */
  async commit(): Promise<void> {
    await this.#stopNoting();
    await this.#handle?.datasync();
    await this.#closeHandle();
    await rename(this.file, this.#options.target);
    await rm(noteOf(this.file), { force: true });
  }

  async discard(): Promise<void> {
    await this.#stopNoting();
    await this.#closeHandle();
    await rm(this.file, { force: true });
    await rm(noteOf(this.file), { force: true });
  }

  /** Closes the part and keeps it for another run. */
  async close(): Promise<void> {
    await this.#stopNoting();
    if (this.#handle && this.#note?.missing) this.#noteNow();
    await this.#turn;
    await this.#closeHandle();
  }

  /** Notes are written one after the other, because they share the name of their draft. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #stopNoting(): Promise<void> {
    await this.#turn;
    this.#stopTimer();
    await this.#turn;
  }

  #stopTimer(): void {
    if (this.#noteTimer) clearTimeout(this.#noteTimer);
    this.#noteTimer = null;
  }

  async #closeHandle(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }

  async #resume({ missing }: PartNote): Promise<void> {
    const handle = await openPart(this.file);
    this.#handle = handle;
    const { size } = await handle.stat();
    const end = this.size;
    if (size > end) return handle.truncate(0);
    const within = (missing ?? []).map((gap) => ({ start: gap.start, end: Math.min(gap.end, size) }));
    this.#gaps = new Gaps([...within, { start: size, end }]);
  }

  /** Writes the note. If that fails, some bytes are fetched again later, nothing else. */
  #noteNow(): void {
    this.#noteTimer = null;
    this.#inTurn(() => this.#noteMissing()).catch(() => undefined);
  }

  async #noteMissing(): Promise<void> {
    if (!this.#note) return;
    const note = { ...this.#note, missing: this.#gaps.toList() };
    await this.#handle?.datasync();
    await this.#writeNote(note);
    this.#note = note;
  }

  async #writeNote(note: PartNote): Promise<void> {
    const file = noteOf(this.file);
    const draft = `${file}~`;
    // Removed, so that nothing is written through a link; a crash may have left one, too.
    await rm(draft, { force: true });
    try {
      await writeFile(draft, JSON.stringify(note), { flag: 'wx' });
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      if (!isSystemError(error, 'ENOSPC', 'EDQUOT')) throw error;
      await overwrite(file, JSON.stringify(note));
    }
  }
}

/** Overwrites in place, because a full disk has no space for a second file. */
async function overwrite(file: string, text: string): Promise<void> {
  const handle = await open(file, O_RDWR | O_NOFOLLOW);
  try {
    const { size } = await handle.stat();
    await handle.write(text.padEnd(size), 0);
  } finally {
    await handle.close();
  }
}

function withoutFirst(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes;
  return chunks.flatMap((chunk) => {
    const written = Math.min(left, chunk.byteLength);
    left -= written;
    return written < chunk.byteLength ? [chunk.subarray(written)] : [];
  });
}

/** Finds the part. It is never written through a link or over another file of the same name, which has no note. */
async function findPart({ target, claim }: PartOptions): Promise<{ file: string; note: PartNote | null }> {
  for (let number = 1; ; number++) {
    const file = partName(target, number);
    if (!claim(file)) continue;
    const text = await readTextIfThere(noteOf(file));
    if (text === null && !lstatIfThere(file)) return { file, note: null };
    const note = PartNote.safeParse(parseJson(text ?? '')).data;
    if (note) return { file, note };
  }
}

/** Removes the note of a run that was killed after renaming the file and before deleting the note. */
export async function removeStaleNote(target: string): Promise<void> {
  const file = partName(target, 1);
  if (lstatIfThere(file)) return;
  const note = PartNote.safeParse(parseJson((await readTextIfThere(noteOf(file))) ?? ''));
  if (note.success) await rm(noteOf(file), { force: true });
}

/** `<name>.part`; names that would become too long for file systems are replaced by their digest. */
export function partName(target: string, number: number): string {
  const name = basename(target);
  const suffix = number === 1 ? '.part' : `.${number}.part`;
  const isLong = Buffer.byteLength(`${noteOf(name + suffix)}~`) > maximumNameBytes;
  const stem = isLong ? createHash('sha256').update(name).digest('hex').slice(0, 32) : name;
  return join(dirname(target), stem + suffix);
}

export function noteOf(file: string): string {
  return `${file}.json`;
}

async function openPart(file: string): Promise<FileHandle> {
  try {
    return await open(file, openFlags, 0o666);
  } catch (error) {
    if (isSystemError(error, 'ELOOP')) throw new Error(`${file} is a symbolic link`, { cause: error });
    throw error;
  }
}

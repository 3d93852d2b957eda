import { type BundleManifest, encodeBundleHead } from '../../contract/formats/bundles.ts';
import { nameOfPath } from '../../contract/formats/paths.ts';
import type { PartRange, UploadEntry } from './entries.ts';
import type { FileSource } from './types.ts';

/**
 * Files up to this size are sent in the request that creates them. Larger ones are created first: a broken connection
 * then costs at most the bytes that were on their way, because the address to continue at is known.
 */
export const inlineBytes = 4_000_000;

/** Bytes of a stream. */
export interface StreamPart {
  bytes: Uint8Array<ArrayBuffer>;
  /** The stream ends with them. */
  isLast: boolean;
}

/** The content of one tus upload: a file, a part of one, a bundle of files, or a stream. */
export interface UploadContent {
  /** Bytes; 0 for a stream, whose size only shows at its end. */
  size: number;
  /** `Upload-Metadata` in addition to the share. */
  metadata: Readonly<Record<string, string>>;
  /** Headers in addition to those of every upload. */
  headers?: Readonly<Record<string, string>>;
  /** Sent with the request that creates the upload. */
  isInline: boolean;
  open(start: number, end: number): Blob | Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array>;
  /** For a stream: waits for the bytes that follow the first `start`, and returns at most those of one request. */
  readStream?(start: number): Promise<StreamPart>;
}

export function toFileContent(source: FileSource): UploadContent {
  return {
    size: source.size,
    metadata: {
      filename: nameOfPath(source.path),
      relativePath: source.path,
      ...(source.lastModified !== undefined && { lastModified: String(toTimestamp(source.lastModified)) }),
    },
    isInline: source.size > 0 && source.size <= inlineBytes,
    open: (start, end) => source.open(start, end),
  };
}

/** A part of a file is an upload of its own, which never becomes a file (tus concatenation). */
export function toPartContent(source: FileSource, { start, end }: PartRange): UploadContent {
  return {
    size: end - start,
    metadata: { relativePath: source.path, part: String(start) },
    headers: { 'Upload-Concat': 'partial' },
    isInline: false,
    open: (from, to) => source.open(start + from, start + to),
  };
}

/** SHA-256 in hexadecimal digits. */
export type Digest = (content: Uint8Array<ArrayBuffer>) => string | Promise<string>;

/** Files with their bytes, ready to be sent as one upload. */
export interface Bundle {
  members: readonly UploadEntry[];
  content: UploadContent;
  /** Reports to each file how much of it is sent, given the bytes sent of the bundle. */
  spread(sent: number, setSent: (entry: UploadEntry, bytes: number) => void): void;
}

/** A bundle replaces an unfinished one of the same name, so a name is used again when its bundle has ended. */
export function bundleName(number: number): string {
  return `bundle-${number}`;
}

/** Files read at the same time for one bundle. */
const readsAtOnce = 16;

/**
 * Reads files into a bundle. Files that cannot be read, or have another size now, are `left`: sent separately, they fail
 * with their own error. What is sent later is what was read and digested here, even if a file changes.
 */
export async function encodeBundle(
  entries: readonly UploadEntry[],
  { name, digest, signal }: { name: string; digest: Digest; signal: AbortSignal },
): Promise<{ bundle: Bundle | null; left: UploadEntry[] }> {
  const packed: (BundleMember | null)[] = entries.map(() => null);
  const blobs = await readBlobs(entries);
  let next = 0;
  async function readOnes(): Promise<void> {
    for (let at = next++; at < entries.length && !signal.aborted; at = next++) {
      const entry = entries[at];
      if (entry) packed[at] = await toMember(entry, digest, blobs.get(entry));
    }
  }
  await Promise.all(Array.from({ length: readsAtOnce }, readOnes));
  const files = packed.filter((file) => file !== null);
  const left = entries.filter((_, at) => !packed[at]);
  return { bundle: files.length === 0 ? null : toBundle(files, name), left };
}

interface BundleMember {
  entry: UploadEntry;
  bytes: Uint8Array<ArrayBuffer>;
  sha256: string;
}

async function toMember(
  entry: UploadEntry,
  digest: Digest,
  known: Uint8Array<ArrayBuffer> | undefined,
): Promise<BundleMember | null> {
  try {
    const bytes = known ?? (await readFile(entry.source));
    return bytes && { entry, bytes, sha256: await digest(bytes) };
  } catch {
    // Sent separately, the file fails with the reason.
    return null;
  }
}

/**
 * Reads all files as one Blob: for each file, a browser asks its main process, and the page waits. Empty if one of them
 * cannot be read or has another size now; which one it is shows when they are read one by one.
 */
async function readBlobs(
  entries: readonly UploadEntry[],
): Promise<Map<UploadEntry, Uint8Array<ArrayBuffer>>> {
  const blobs = entries.flatMap(({ source: { blob, size } }) => (blob?.size === size ? [blob] : []));
  const found = new Map<UploadEntry, Uint8Array<ArrayBuffer>>();
  if (blobs.length < entries.length) return found;
  const content = await new Blob(blobs).arrayBuffer().catch(() => null);
  if (!content) return found;
  let start = 0;
  for (const entry of entries) {
    const { size } = entry.source;
    found.set(entry, new Uint8Array(content, start, size));
    start += size;
  }
  return found;
}

/** Reads a whole file; null if it does not have the expected number of bytes. */
async function readFile(source: FileSource): Promise<Uint8Array<ArrayBuffer> | null> {
  const content = source.open(0, source.size);
  if (content instanceof Blob) return exactly(source.size, new Uint8Array(await content.arrayBuffer()));
  const bytes = new Uint8Array(source.size);
  let length = 0;
  for await (const chunk of content) {
    if (length + chunk.length > bytes.length) return null;
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return length === bytes.length ? bytes : null;
}

function exactly(size: number, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  return bytes.length === size ? bytes : null;
}

function toBundle(files: readonly BundleMember[], name: string): Bundle {
  const head = encodeBundleHead({ files: files.map(toManifestFile) });
  const contentSize = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const body = new Uint8Array(head.length + contentSize);
  body.set(head);
  let end = head.length;
  for (const { bytes } of files) {
    body.set(bytes, end);
    end += bytes.length;
  }
  const members = files.map(({ entry }) => entry);
  return {
    members,
    content: {
      size: body.length,
      metadata: { filename: name, bundle: String(files.length), contentSize: String(contentSize) },
      isInline: true,
      open: (from, to) => body.subarray(from, to),
    },
    spread: createSpread(members, head.length),
  };
}

function toManifestFile({ entry, sha256 }: BundleMember): BundleManifest['files'][number] {
  const { path, size, lastModified } = entry.source;
  return {
    path,
    size,
    sha256,
    ...(lastModified !== undefined && { lastModified: toTimestamp(lastModified) }),
  };
}

/** Distributes progress to files. Each is visited only once per attempt, however often progress is reported. */
function createSpread(members: readonly UploadEntry[], headSize: number): Bundle['spread'] {
  let at = 0;
  /** Position at which the content of `members[at]` begins. */
  let start = headSize;
  let last = 0;
  return (sent, setSent) => {
    if (sent < last) {
      for (const member of members.slice(0, at + 1)) setSent(member, 0);
      at = 0;
      start = headSize;
    }
    last = sent;
    for (let member = members[at]; member; member = members[at]) {
      const { size } = member.source;
      setSent(member, Math.min(size, Math.max(0, sent - start)));
      if (sent < start + size) return;
      start += size;
      at++;
    }
  };
}

/** Converts a time to whole milliseconds since 1970, which the contract requires. */
function toTimestamp(lastModified: number): number {
  return Math.max(0, Math.trunc(lastModified));
}

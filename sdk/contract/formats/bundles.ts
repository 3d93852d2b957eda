import * as z from 'zod/mini';
import { ByteCount, Sha256 } from './primitives.ts';

/**
 * Many small files in one upload. The body of a bundle is
 *
 * 1. the four bytes `FSB1`,
 * 2. the length of the manifest in bytes, four bytes, big-endian,
 * 3. the manifest, UTF-8 JSON: `{"files":[{"path","size","sha256","lastModified"?}, …]}`,
 * 4. the contents of the files in that order, one right after the other.
 *
 * The metadata of the upload has `bundle` (how many files), `contentSize` (their bytes in all) and as `filename` a name
 * of the client's choice: a new bundle of the same name replaces an unfinished one. The server compares every
 * digest and creates either all files or none.
 */
export const bundleLimits = {
  files: 1000,
  /** Maximum bytes of all files in a bundle. */
  contentBytes: 16 * 1024 * 1024,
  /** Maximum bytes of the manifest per file. It is limited because it does not count towards the size of the share. */
  manifestBytesPerFile: 2048,
} as const;

export const BundleManifest = z.strictObject({
  files: z
    .array(
      z.strictObject({
        /** Folders and name, joined by `/`. */
        path: z.string().check(z.minLength(1), z.maxLength(1024)),
        /** Bytes. */
        size: ByteCount,
        sha256: Sha256,
        /** Milliseconds since 1970. */
        lastModified: z.optional(z.int().check(z.minimum(0))),
      }),
    )
    .check(z.minLength(1), z.maxLength(bundleLimits.files)),
});
export type BundleManifest = z.output<typeof BundleManifest>;

const magic = Uint8Array.from([0x46, 0x53, 0x42, 0x31]);
const prefixBytes = magic.length + 4;

/** Returns the part of a bundle that precedes the contents. */
export function encodeBundleHead(manifest: BundleManifest): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(manifest));
  const head = new Uint8Array(prefixBytes + text.length);
  head.set(magic);
  new DataView(head.buffer).setUint32(magic.length, text.length);
  head.set(text, prefixBytes);
  return head;
}

/**
 * Reads the head written by {@link encodeBundleHead} from the first bytes of a bundle.
 *
 * @returns the manifest and the position of the first content; null if the bytes are not a bundle, or too few
 */
export function decodeBundleHead(
  bytes: Uint8Array,
): { manifest: BundleManifest; contentStart: number } | null {
  if (bytes.length < prefixBytes || !magic.every((byte, at) => bytes[at] === byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const contentStart = prefixBytes + view.getUint32(magic.length);
  if (contentStart > bytes.length) return null;
  const manifest = parseManifest(bytes.subarray(prefixBytes, contentStart));
  return manifest && { manifest, contentStart };
}

/** Returns the maximum bytes of the head of a bundle with this many files. */
export function maxBundleHead(files: number): number {
  return prefixBytes + files * bundleLimits.manifestBytesPerFile;
}

function parseManifest(bytes: Uint8Array): BundleManifest | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return BundleManifest.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

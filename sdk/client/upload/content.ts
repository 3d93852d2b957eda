import { nameOfPath } from '../../contract/formats/paths.ts';
import type { FileSource } from './types.ts';

/**
 * Files up to this size travel in the request that creates them. Larger ones are created first: a broken connection
 * then costs at most the bytes that were on their way, because the address to go on at is known.
 */
export const inlineBytes = 4_000_000;

/** What one tus upload carries: a file, or a bundle of them. */
export interface UploadContent {
  /** Bytes */
  size: number;
  /** `Upload-Metadata` beside the share. */
  metadata: Readonly<Record<string, string>>;
  /** Sent with the request that creates the upload. */
  isInline: boolean;
  open(start: number, end: number): Blob | Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array>;
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

/** The contract takes whole milliseconds since 1970. */
export function toTimestamp(lastModified: number): number {
  return Math.max(0, Math.trunc(lastModified));
}

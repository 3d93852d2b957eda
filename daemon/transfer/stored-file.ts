import { type ByteSource, ShortSourceError } from './byte-source.ts';

/** The position of a file's bytes: in a blob of its own, or from `offset` on in a shared one. */
export interface StoredFile {
  id: string;
  size: number;
  pack: { id: string; offset: number } | null;
}

export function blobIdOf({ id, pack }: StoredFile): string {
  return pack?.id ?? id;
}

/**
 * Opens the bytes of a file; the caller closes them. A file with its own blob has the size of the blob, whatever that
 * is: the caller compares it.
 *
 * @throws MissingSourceError when the blob does not exist, ShortSourceError when a shared one ends before the file does
 */
export async function openFileContent(
  blobs: { open(id: string): Promise<ByteSource> },
  file: StoredFile,
): Promise<ByteSource> {
  const blob = await blobs.open(blobIdOf(file));
  if (!file.pack) return blob;
  const { offset } = file.pack;
  if (offset + file.size <= blob.size) return sliceOf(blob, offset, file.size);
  await blob.close();
  throw new ShortSourceError(blob.size);
}

function sliceOf(source: ByteSource, offset: number, size: number): ByteSource {
  return {
    size,
    read: (buffer, position) =>
      source.read(buffer.subarray(0, Math.max(0, size - position)), offset + position),
    close: () => source.close(),
  };
}

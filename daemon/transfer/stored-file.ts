import { type ByteSource, ShortSourceError } from './byte-source.ts';

/** Where the bytes of a file lie: in a blob of its own, or from `offset` on in one that it shares with others. */
interface StoredFile {
  id: string;
  size: number;
  pack: { id: string; offset: number } | null;
}

export function blobIdOf({ id, pack }: StoredFile): string {
  return pack?.id ?? id;
}

/**
 * The bytes of a file; the caller closes them. A file of its own blob has the size of the blob, whatever it is: who
 * opens compares.
 *
 * @throws MissingSourceError when the blob is not there, ShortSourceError when a shared one ends before the file does
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

import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod/mini';

/** The folders of a target in which blobs are: those of files, and thumbnails. */
export const blobPlaces = ['blobs', 'thumbnails'] as const;

export type BlobPlace = (typeof blobPlaces)[number];

const Entry = z.strictObject({
  place: z.enum(blobPlaces),
  id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  size: z.int(),
  sha256: z.string(),
});

/** A blob of a snapshot. */
export type BlobEntry = z.output<typeof Entry>;

/** The first two digits of IDs, in the order of all lists: what begins with the same two is in the same folder. */
export const blobPrefixes: readonly string[] = Array.from({ length: 256 }, (_, index) =>
  index.toString(16).padStart(2, '0'),
);

export const folderOfBlobs = (place: BlobPlace, prefix: string) => `${place}/${prefix}`;

export const pathOfBlob = ({ place, id }: Pick<BlobEntry, 'place' | 'id'>) =>
  `${folderOfBlobs(place, id.slice(0, 2))}/${id}`;

/** Writes a list to a file: one JSON document per line, compressed, in the order of `blobPrefixes`. */
export function createBlobListWriter(file: string) {
  const gzip = createGzip();
  const done = pipeline(gzip, createWriteStream(file, { mode: 0o600 }));
  // `add` and `close` throw the error.
  done.catch(() => undefined);
  return {
    async add(entries: readonly BlobEntry[]): Promise<void> {
      const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
      if (text === '' || gzip.write(text)) return;
      // A disk that is full ends the stream, and it never drains.
      await Promise.race([done, new Promise((resolve) => gzip.once('drain', resolve))]);
    },
    async close(): Promise<void> {
      gzip.end();
      await done;
    },
  };
}

/** Reads a list from a file. */
export async function* readBlobList(file: string): AsyncGenerator<BlobEntry> {
  const source = createReadStream(file);
  const text = source.pipe(createGunzip());
  source.on('error', (error) => text.destroy(error));
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
      yield Entry.parse(JSON.parse(line));
    }
  } finally {
    source.destroy();
    text.destroy();
    await finished(text).catch(() => undefined);
  }
}

/** The blobs of a list that begin with the same two digits, by path. */
export type BlobGroup = ReadonlyMap<string, BlobEntry>;

/** Reads a list prefix by prefix, in their order, so that little of it is in memory. */
export function createBlobListReader(file: string) {
  const entries = readBlobList(file);
  let next: IteratorResult<BlobEntry, unknown> | undefined;
  return {
    async take(prefix: string): Promise<BlobGroup> {
      const group = new Map<string, BlobEntry>();
      for (;;) {
        next ??= await entries.next();
        if (next.done || next.value.id.slice(0, 2) > prefix) return group;
        if (next.value.id.startsWith(prefix)) group.set(pathOfBlob(next.value), next.value);
        next = undefined;
      }
    },
    close: () => entries.return(undefined),
  };
}

import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Extract, extract, type Header } from 'tar-stream';
import type { Entry } from './tree.ts';

const highWaterMark = 262_144;

/** Reads the entries of a tar archive. */
export function readTar(file: string, signal: AbortSignal): AsyncGenerator<Entry> {
  return entriesOf((reader) => pipeline(createReadStream(file, { highWaterMark }), reader, { signal }));
}

/** Reads the entries of a tar archive that is compressed with gzip. */
export function readCompressedTar(file: string, signal: AbortSignal): AsyncGenerator<Entry> {
  return entriesOf((reader) =>
    pipeline(createReadStream(file, { highWaterMark }), createGunzip(), reader, { signal }),
  );
}

/** @param start reads the file; only once an entry is asked for, because the first one would be missed */
async function* entriesOf(start: (reader: Extract) => Promise<void>): AsyncGenerator<Entry> {
  const reader = extract();
  const reading = start(reader);
  // The loop below ends with the same error.
  reading.catch(() => {});
  for await (const entry of reader) {
    yield toEntry(entry.header, () => chunksOf(entry));
    // What was not read must not stand in the way of the next one.
    entry.resume();
  }
  await reading;
}

const kinds: Partial<Record<Header['type'], Entry['kind']>> = {
  file: 'file',
  'contiguous-file': 'file',
  directory: 'folder',
  symlink: 'symlink',
  link: 'hardlink',
};

function toEntry(header: Header, read: () => AsyncIterable<Uint8Array>): Entry {
  const { name: path, size, mode, mtime: modified, linkname: target } = header;
  const kind = kinds[header.type] ?? 'other';
  if (kind === 'file') return { path, kind, size, mode, modified, read };
  return kind === 'symlink' || kind === 'hardlink' ? { path, kind, target } : { path, kind };
}

async function* chunksOf(content: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) if (chunk instanceof Uint8Array) yield chunk;
}

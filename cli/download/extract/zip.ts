import { text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { getFileNameLowLevel, openPromise, type Entry as ZipEntry, type ZipFile } from 'yauzl';
import { CliError } from '../../errors/cli-error.ts';
import type { Entry } from './tree.ts';

/** Reads the entries of a ZIP archive in the order of its directory. */
export async function* readZip(file: string): AsyncGenerator<Entry> {
  // Names that lead out of the folder are refused where those of other archives are.
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false });
  try {
    for await (const entry of zip.eachEntry()) yield await toEntry(zip, entry);
  } finally {
    zip.close();
  }
}

/** The system that wrote an entry, and the kinds of its modes. */
const unix = 3;
const kindMask = 0o170000;
const kinds: Readonly<Record<number, 'file' | 'folder' | 'symlink'>> = {
  0: 'file',
  0o100000: 'file',
  0o040000: 'folder',
  0o120000: 'symlink',
};
const maxTarget = 4096;

async function toEntry(zip: ZipFile, entry: ZipEntry): Promise<Entry> {
  const { generalPurposeBitFlag, fileNameRaw, extraFields, versionMadeBy, externalFileAttributes } = entry;
  const path = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  const size = entry.uncompressedSize;
  const mode = versionMadeBy >>> 8 === unix ? externalFileAttributes >>> 16 : 0;
  const kind = path.endsWith('/') ? 'folder' : (kinds[mode & kindMask] ?? 'other');
  if (kind === 'folder' || kind === 'other') return { path, kind };
  if (entry.isEncrypted()) throw new CliError({ exit: 'failure', key: 'cli.extract.encrypted' });
  if (!entry.canDecodeFileData()) throw new CliError({ exit: 'failure', key: 'cli.extract.unsupported' });
  if (kind === 'file')
    return {
      path,
      kind,
      size,
      mode: mode || 0o666,
      modified: entry.getLastModDate(),
      read: () => read(zip, entry),
    };
  if (size > maxTarget) return { path, kind: 'other' };
  return { path, kind, target: await text(read(zip, entry)) };
}

/** Reads the content of an entry and compares it with its checksum. */
async function* read(zip: ZipFile, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
  let checksum = 0;
  for await (const chunk of chunks) {
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (checksum !== entry.crc32) throw new Error('a checksum differs');
}

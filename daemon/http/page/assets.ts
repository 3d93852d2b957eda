import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { contentType } from 'mime-types';
import { once } from '../once.ts';

type Encoding = 'br' | 'gzip';

/** A file of the built page, as it is or compressed: what the build has compressed is not kept twice. */
export interface Asset {
  type: string;
  etag: string;
  compressed: Readonly<Record<Encoding, Buffer>> | null;
  /** The bytes as they are. */
  content(): Promise<Buffer>;
}

export interface Assets {
  /** Finds a file by its path in an address, and reads it if it has not been. */
  find(path: string): Promise<Asset | undefined>;
  /** Reads all of them: afterwards, an upgrade that replaces them does not disturb a server that is still running. */
  readAll(): Promise<void>;
}

/** Keeps the files of a folder in memory. A page that is none of them does not wait for hundreds to be read. */
export function createAssets(directory: string): Assets {
  const readers = once(() => listReaders(directory));
  return {
    find: async (path) => (await readers()).get(path)?.(),
    async readAll() {
      for (const read of (await readers()).values()) await read();
    },
  };
}

async function listReaders(directory: string): Promise<ReadonlyMap<string, () => Promise<Asset>>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const all = new Set(files);
  return new Map(
    files
      .filter((name) => !/\.(br|gz)$/.test(name))
      .map((file) => [addressOf(file, directory), once(() => read(file, all))]),
  );
}

function addressOf(file: string, directory: string): string {
  const address = file.slice(directory.length).replaceAll('\\', '/');
  return address.startsWith('/') ? address : `/${address}`;
}

async function read(file: string, all: ReadonlySet<string>): Promise<Asset> {
  const type = contentType(file.slice(file.lastIndexOf('.'))) || 'application/octet-stream';
  if (!all.has(`${file}.br`) || !all.has(`${file}.gz`)) {
    const content = await readFile(file);
    return { type, etag: tagOf(content), compressed: null, content: async () => content };
  }
  const [br, gzip] = await Promise.all([readFile(`${file}.br`), readFile(`${file}.gz`)]);
  return { type, etag: tagOf(gzip), compressed: { br, gzip }, content: () => promisify(gunzip)(gzip) };
}

const tagOf = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { contentType } from 'mime-types';

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
  /** Finds a file by its path in an address. */
  find(path: string): Promise<Asset | undefined>;
}

/** Milliseconds after a start, in which the server has more urgent work. */
const readAfter = 1000;

/**
 * Keeps all files of a folder in memory: an upgrade that replaces them does not disturb a server that is still running.
 * They are read when one of them is requested, or soon after the start.
 */
export function createAssets(directory: string): Assets {
  let assets: ReturnType<typeof readAll> | undefined;
  const load = () =>
    (assets ??= readAll(directory).catch((error: unknown) => {
      assets = undefined;
      throw error;
    }));
  // What goes wrong is reported by the first request for one of them.
  setTimeout(() => void load().catch(() => undefined), readAfter).unref();
  return { find: async (path) => (await load()).get(path) };
}

async function readAll(directory: string): Promise<Map<string, Asset>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const all = new Set(files);
  const assets = new Map<string, Asset>();
  for (const file of files.filter((name) => !/\.(br|gz)$/.test(name))) {
    const address = file.slice(directory.length).replaceAll('\\', '/');
    assets.set(address.startsWith('/') ? address : `/${address}`, await read(file, all));
  }
  return assets;
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

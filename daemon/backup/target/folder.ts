import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HostError } from '#sdk/contract/host.js';
import { MissingSourceError } from '../../transfer/byte-source.ts';
import type { BackupTarget } from './target.ts';

interface Options {
  /** Whether files are forced to the disk. */
  isDurable: boolean;
  /** Otherwise it is created. */
  mustExist: boolean;
}

/**
 * Backups in a folder of this machine, or one that is mounted there.
 *
 * @throws HostError `backup_target_not_found`, `backup_parent_missing`
 */
export async function openFolderTarget(
  root: string,
  { isDurable, mustExist }: Options,
): Promise<BackupTarget> {
  if (mustExist) await requireFolder(root);
  else await createFolder(root);
  const folders = new Set<string>();
  const pathOf = (path: string) => join(root, path);

  async function sync(path: string): Promise<void> {
    if (!isDurable) return;
    const entry = await open(path, 'r');
    try {
      await entry.sync();
    } finally {
      await entry.close();
    }
  }

  async function ensureFolder(folder: string): Promise<void> {
    if (folders.has(folder)) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await sync(dirname(folder));
    folders.add(folder);
  }

  return {
    address: root,

    async put(path, { bytes }) {
      const target = pathOf(path);
      const part = `${target}.part`;
      await ensureFolder(dirname(target));
      const file = await open(part, 'w', 0o600);
      try {
        for await (const chunk of bytes) await file.writeFile(chunk);
        if (isDurable) await file.datasync();
        await file.close();
        await rename(part, target);
      } catch (error) {
        await file.close();
        await rm(part, { force: true });
        throw error;
      }
      await sync(dirname(target));
    },

    async get(path) {
      await stat(pathOf(path)).catch((error: unknown) => {
        throw isCode(error, 'ENOENT') ? new MissingSourceError(path, error) : error;
      });
      return createReadStream(pathOf(path), { highWaterMark: 1024 * 1024 });
    },

    async *list(folder) {
      const names = await readdir(pathOf(folder)).catch((error: unknown) => {
        if (isCode(error, 'ENOENT')) return [];
        throw error;
      });
      for (const name of names) {
        const found = await stat(join(root, folder, name)).catch(() => null);
        if (found?.isFile()) yield { name, size: found.size };
      }
    },

    remove: (path) => rm(pathOf(path), { force: true }),
    close: async () => undefined,
  };
}

async function requireFolder(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return null;
    throw error;
  });
  if (!found?.isDirectory()) throw new HostError('backup_target_not_found', { target: path });
}

/** A mistyped path must not become a folder on the wrong disk: only the last part of it is created. */
async function createFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) {
      throw new HostError('backup_parent_missing', { target: path, folder: dirname(path) });
    }
    if (!isCode(error, 'EEXIST')) throw error;
  });
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

import { resolve } from 'node:path';
import { HostError } from '#sdk/contract/host.js';
import type { Env } from '../../env/env.ts';
import type { Logger } from '../../logger.ts';
import { reasonOf } from '../../reason-of.ts';
import { MissingSourceError } from '../../transfer/byte-source.ts';
import { openFolderTarget } from './folder.ts';
import { isWithin, realPathOf } from './real-path.ts';
import { addressOfBucket, addressOfServer, type BackupTarget } from './target.ts';

/** Where backups are, read from what their owner wrote. */
type Address =
  | { kind: 'folder'; path: string }
  | { kind: 'sftp'; url: URL }
  | { kind: 's3'; bucket: string; prefix: string };

interface Deps {
  env: Env;
  logger: Logger;
}

interface Options {
  /** A target that is only read or emptied is never created. */
  mustExist?: boolean;
}

/**
 * Opens a target.
 *
 * @throws HostError `backup_target_invalid`, `backup_target_inside`, `backup_target_failed`, `backup_target_not_found`,
 *   `backup_parent_missing`, `backup_host_key`
 */
export async function openTarget(
  text: string,
  { env, logger }: Deps,
  { mustExist = false }: Options = {},
): Promise<BackupTarget> {
  const address = readAddress(text);
  await requireOutside(address, { env, text });
  try {
    return explained(await open(address, { env, logger, mustExist }));
  } catch (error) {
    throw explain(error, text);
  }
}

async function open(
  address: Address,
  { env, logger, mustExist }: Deps & Required<Options>,
): Promise<BackupTarget> {
  const { fsync, backup } = env;
  switch (address.kind) {
    case 'folder':
      return openFolderTarget(address.path, { isDurable: fsync !== 'off', mustExist });
    case 'sftp': {
      const { openSftpTarget } = await import('./sftp.ts');
      return openSftpTarget(address.url, { sftp: backup.sftp, mustExist });
    }
    case 's3': {
      const { openBucketTarget } = await import('./bucket.ts');
      return openBucketTarget({ ...backup.s3, ...address, publicUrl: null }, { logger, mustExist });
    }
  }
}

/** Returns the address that a target has once it is open, and whether it is a folder of this machine. */
export function identifyTarget(text: string): { address: string; isFolder: boolean } {
  const target = readAddress(text);
  switch (target.kind) {
    case 'folder':
      return { address: target.path, isFolder: true };
    case 'sftp':
      return { address: addressOfServer(target.url), isFolder: false };
    case 's3':
      return { address: addressOfBucket(target), isFolder: false };
  }
}

function readAddress(text: string): Address {
  const scheme = /^([a-z][a-z0-9+]+):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined && text !== '') return { kind: 'folder', path: resolve(text) };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (scheme === 'sftp' && url && url.username !== '' && url.password === '' && url.pathname.length > 1) {
    return { kind: 'sftp', url };
  }
  if (scheme === 's3' && url && url.hostname !== '') {
    const folder = url.pathname.replaceAll(/^\/+|\/+$/g, '');
    return { kind: 's3', bucket: url.hostname, prefix: folder === '' ? '' : `${folder}/` };
  }
  throw new HostError('backup_target_invalid', { target: text });
}

/** What is inside of the data folder or the bucket is deleted with it, and may be deleted as unknown before. */
async function requireOutside(address: Address, { env, text }: { env: Env; text: string }): Promise<void> {
  const refusal = new HostError('backup_target_inside', { target: text });
  if (address.kind === 'folder') {
    if (isWithin(await realPathOf(env.dataDir), await realPathOf(address.path))) throw refusal;
  }
  const { s3 } = env.storage;
  if (address.kind === 's3' && s3 && s3.bucket === address.bucket && s3.endpoint === env.backup.s3.endpoint) {
    if (address.prefix.startsWith(s3.prefix) || s3.prefix.startsWith(address.prefix)) throw refusal;
  }
}

/** Names the target in what the system says about it; what the source of a file says stays as it is. */
function explained(target: BackupTarget): BackupTarget {
  const { address } = target;
  const watched = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw explain(error, address);
    });
  return {
    address,
    async put(path, { bytes, size }) {
      let ofSource: { error: unknown } | undefined;
      const note = (error: unknown) => (ofSource = { error });
      await target.put(path, { bytes: noting(bytes, note), size }).catch((error: unknown) => {
        throw ofSource ? ofSource.error : explain(error, address);
      });
    },
    get: (path) => watched(target.get(path)),
    remove: (path) => watched(target.remove(path)),
    close: () => target.close(),
    async *list(folder) {
      try {
        yield* target.list(folder);
      } catch (error) {
        throw explain(error, address);
      }
    },
  };
}

/** Yields the same, and notes why the source of it fails; what its reader throws into it is not noted. */
async function* noting<T>(items: AsyncIterable<T>, note: (error: unknown) => void): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  const take = () =>
    iterator.next().catch((error: unknown) => {
      note(error);
      throw error;
    });
  try {
    for (let next = await take(); !next.done; next = await take()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

function explain(error: unknown, target: string): unknown {
  if (error instanceof HostError || error instanceof MissingSourceError) return error;
  const reason = reasonOf(error);
  return new HostError('backup_target_failed', { target, reason }, { cause: error });
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import SftpClient from 'ssh2-sftp-client';
import { HostError } from '#sdk/contract/host.js';
import type { BackupEnv } from '../../env/backup.ts';
import { MissingSourceError } from '../../transfer/byte-source.ts';
import { addressOfServer, type BackupTarget } from './target.ts';

interface Options extends Pick<BackupEnv, 'sftp'> {
  /** Otherwise it is created. */
  mustExist: boolean;
}

/**
 * Backups on an SFTP server, whose key must be the expected one.
 *
 * @throws HostError `backup_host_key`, `backup_target_not_found`, and what connecting throws
 */
export async function openSftpTarget(url: URL, { sftp, mustExist }: Options): Promise<BackupTarget> {
  const address = addressOfServer(url);
  const root = decodeURIComponent(url.pathname).replace(/\/$/, '');
  const ignore = () => undefined;
  // A request that waits for its answer throws the error; a broken idle connection shows at the next request.
  const client = new SftpClient('backup', { error: ignore, end: ignore, close: ignore });
  // Each of the files that are copied at the same time listens.
  client.client.setMaxListeners(0);
  // Each request would wait for the acknowledgement of the one before: 40 ms for 32 KiB.
  client.client.on('connect', () => client.client.setNoDelay(true));
  await connect(client, url, sftp);
  const folders = new Map<string, Promise<unknown>>();
  const pathOf = (path: string) => posix.join(root, path);

  /** Also when several files need it at the same time. */
  function ensureFolder(folder: string): Promise<unknown> {
    const known = folders.get(folder);
    if (known) return known;
    const made = client.exists(folder).then((found) => found || client.mkdir(folder, true));
    folders.set(folder, made);
    return made;
  }

  async function replace(part: string, path: string): Promise<void> {
    try {
      await client.posixRename(part, path);
    } catch {
      // Servers other than OpenSSH may only rename to a name that is free.
      await client.delete(path, true);
      await client.rename(part, path);
    }
  }

  async function createFolders(): Promise<void> {
    // One after the other: two folders may have the same new parent.
    await ensureFolder(root);
    for (const name of ['snapshots', 'blobs', 'thumbnails']) await ensureFolder(pathOf(name));
  }

  async function requireFolder(): Promise<void> {
    const found = await client.exists(root);
    if (found === 'd' || found === 'l') return;
    await client.end();
    throw new HostError('backup_target_not_found', { target: address });
  }

  await (mustExist ? requireFolder() : createFolders());
  return {
    address,

    async put(path, { bytes }) {
      const target = pathOf(path);
      const part = `${target}.part`;
      await ensureFolder(posix.dirname(target));
      try {
        await pipeline(Readable.from(bytes), client.createWriteStream(part, { mode: 0o600 }));
      } catch (error) {
        await client.delete(part, true).catch(() => undefined);
        throw error;
      }
      await replace(part, target);
    },

    async get(path) {
      if (!(await client.exists(pathOf(path)))) throw new MissingSourceError(path);
      return client.createReadStream(pathOf(path));
    },

    async *list(folder) {
      if (!(await client.exists(pathOf(folder)))) return;
      for (const { type, name, size } of await client.list(pathOf(folder))) {
        if (type === '-') yield { name, size };
      }
    },

    async remove(path) {
      await client.delete(pathOf(path), true);
    },

    async close() {
      await client.end();
    },
  };
}

async function connect(client: SftpClient, url: URL, settings: BackupEnv['sftp']): Promise<void> {
  const { keyFile, keyPassphrase: passphrase, password, hostKey } = settings;
  let fingerprint = '';
  const options = {
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: url.port === '' ? 22 : Number(url.port),
    username: decodeURIComponent(url.username),
    ...(keyFile !== null && { privateKey: await readFile(keyFile) }),
    ...(passphrase !== null && { passphrase }),
    ...(password !== null && { password }),
    readyTimeout: 20_000,
    keepaliveInterval: 15_000,
    hostVerifier(key: Buffer) {
      fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=$/, '')}`;
      return fingerprint === hostKey?.replace(/=$/, '');
    },
  };
  try {
    await client.connect(options);
  } catch (error) {
    if (fingerprint === '' || fingerprint === hostKey?.replace(/=$/, '')) throw error;
    throw new HostError('backup_host_key', { target: url.href, fingerprint }, { cause: error });
  }
}

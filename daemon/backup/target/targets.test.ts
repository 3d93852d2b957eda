import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import ssh2 from 'ssh2';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Env, readEnv } from '../../env/env.ts';
import { createLogger } from '../../logger.ts';
import { hasS3Server } from '../../testing/engines/s3-programs.ts';
import { type S3Server, s3StartTimeout, useS3Server } from '../../testing/engines/s3-server.ts';
import { type SftpServer, startSftpServer } from '../../testing/engines/sftp-server.ts';
import { MissingSourceError } from '../../transfer/byte-source.ts';
import { once } from '../manifest.ts';
import { openTarget } from './open.ts';
import type { BackupTarget } from './target.ts';

const logger = createLogger({ level: 'silent', format: 'json' });
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fileshare-target-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const envWith = (variables: Record<string, string> = {}) =>
  readEnv({ FILESHARE_DATA_DIR: join(directory, 'data'), FILESHARE_FSYNC: 'off', ...variables });

const readOnly = (address: string, env: Env) => openTarget(address, { env, logger }, { mustExist: true });
const notFound = (target: string) => ({ code: 'backup_target_not_found', params: { target } });

describe('a folder', () => {
  describeTarget(() => openTarget(join(directory, 'target'), { env: envWith(), logger }));

  it('is not made in a folder that does not exist: its disk may not be mounted', async () => {
    await expect(
      openTarget(join(directory, 'not', 'mounted'), { env: envWith(), logger }),
    ).rejects.toMatchObject({ code: 'backup_target_failed' });
  });

  it('is not made to be read', async () => {
    const place = join(directory, 'mistyped');
    await expect(readOnly(place, envWith())).rejects.toMatchObject(notFound(place));
    await writeFile(place, 'a file');
    await expect(readOnly(place, envWith())).rejects.toMatchObject(notFound(place));
    await expect(readOnly(join(place, 'inside'), envWith())).rejects.toMatchObject({
      code: 'backup_target_not_found',
    });
  });

  it('is made in a folder that there is', async () => {
    const place = join(directory, 'mistyped', 'backup');
    await expect(openTarget(place, { env: envWith(), logger })).rejects.toMatchObject({
      code: 'backup_target_failed',
      params: { target: place, reason: `there is no folder ${dirname(place)}` },
    });
  });

  it('is outside of the data folder', async () => {
    await mkdir(join(directory, 'data'));
    await expect(
      openTarget(join(directory, 'data', 'backup'), { env: envWith(), logger }),
    ).rejects.toMatchObject({ code: 'backup_target_inside' });
  });
});

describe('a folder behind a link', () => {
  const refused = { code: 'backup_target_inside' };
  const open = (...names: string[]) => openTarget(join(directory, ...names), { env: envWith(), logger });

  it('is outside of the data folder', async () => {
    await mkdir(join(directory, 'data', 'deep'), { recursive: true });
    await symlink('data', join(directory, 'link'));
    await symlink(join(directory, 'data', 'deep'), join(directory, 'other'));
    for (const names of [['link'], ['link', 'backup'], ['link', 'not', 'yet'], ['other']]) {
      await expect(open(...names), names.join('/')).rejects.toMatchObject(refused);
    }
    expect(await readdir(join(directory, 'data'))).toEqual(['deep']);
  });

  it('is outside of a data folder that is a link', async () => {
    await mkdir(join(directory, 'disk'));
    await symlink('disk', join(directory, 'data'));
    await expect(open('disk', 'backup')).rejects.toMatchObject(refused);
    await (await open('disk-2')).close();
    await (await open('..data')).close();
  });
});

describe('an SFTP server', () => {
  let server: SftpServer;

  beforeEach(async () => {
    server = await startSftpServer(directory);
  });
  afterEach(() => server.stop());

  const envOf = (variables: Record<string, string> = {}) =>
    envWith({
      FILESHARE_BACKUP_SFTP_PASSWORD: server.password,
      FILESHARE_BACKUP_SFTP_HOST_KEY: server.hostKey,
      ...variables,
    });
  const open = (variables: Record<string, string> = {}) =>
    openTarget(`${server.url}/some/folder`, { env: envOf(variables), logger });

  describeTarget(() => open());

  it('is not changed to be read', async () => {
    const address = `${server.url}/mistyped`;
    await expect(readOnly(address, envOf())).rejects.toMatchObject(notFound(address));
    await expect(readOnly(address, envOf())).rejects.toMatchObject(notFound(address));
    await (await open()).close();
    await (await readOnly(`${server.url}/some/folder`, envOf())).close();
  });

  it('must have the expected key', async () => {
    const refusal = { code: 'backup_host_key', params: { fingerprint: server.hostKey } };
    await expect(open({ FILESHARE_BACKUP_SFTP_HOST_KEY: '' })).rejects.toMatchObject(refusal);
    const other = `SHA256:${'A'.repeat(43)}`;
    await expect(open({ FILESHARE_BACKUP_SFTP_HOST_KEY: other })).rejects.toMatchObject(refusal);
    await expect(open({ FILESHARE_BACKUP_SFTP_PASSWORD: 'wrong' })).rejects.toMatchObject({
      code: 'backup_target_failed',
    });
  });

  it('is opened with a key file, whose key may have a passphrase', async () => {
    const keyFile = join(directory, 'key');
    const withKey = (passphrase: string) =>
      open({
        FILESHARE_BACKUP_SFTP_PASSWORD: '',
        FILESHARE_BACKUP_SFTP_KEY_FILE: keyFile,
        FILESHARE_BACKUP_SFTP_KEY_PASSPHRASE: passphrase,
      });
    const failed = { code: 'backup_target_failed' };
    await expect(withKey('')).rejects.toMatchObject(failed);
    await writeFile(keyFile, server.addKey());
    await (await withKey('')).close();
    await writeFile(keyFile, server.addKey('open sesame'));
    await (await withKey('open sesame')).close();
    for (const wrong of ['', 'wrong']) await expect(withKey(wrong)).rejects.toMatchObject(failed);
    const other = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 });
    await writeFile(keyFile, other.private);
    await expect(withKey('')).rejects.toMatchObject(failed);
  });

  it('that ends the connection is a target that fails', async () => {
    const target = await open();
    const bytes = (async function* () {
      yield randomBytes(100_000);
      server.cut();
      yield randomBytes(100_000);
    })();
    await expect(target.put('blobs/ab/one', { bytes, size: 200_000 })).rejects.toMatchObject({
      code: 'backup_target_failed',
    });
    await target.close();
  });
});

describe.skipIf(!hasS3Server)('a bucket', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await useS3Server();
  }, s3StartTimeout);

  async function createBucket() {
    const { endpoint, bucket, accessKeyId, secretAccessKey } = await server.createBucket();
    const env = envWith({
      FILESHARE_BACKUP_S3_ENDPOINT: endpoint ?? '',
      FILESHARE_BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
      FILESHARE_BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
      FILESHARE_BACKUP_S3_FORCE_PATH_STYLE: 'true',
    });
    return { bucket, env };
  }

  describeTarget(async () => {
    const { bucket, env } = await createBucket();
    return openTarget(`s3://${bucket}/some/folder`, { env, logger });
  });

  it('is there with its first object', async () => {
    const { bucket, env } = await createBucket();
    const address = `s3://${bucket}/some/folder`;
    await expect(readOnly(address, env)).rejects.toMatchObject(notFound(address));
    await expect(readOnly(`s3://${bucket}-mistyped`, env)).rejects.toMatchObject({
      code: 'backup_target_not_found',
    });
    const target = await openTarget(address, { env, logger });
    await target.put('blobs/ab/one', { bytes: once(Buffer.from('one')), size: 3 });
    await target.close();
    await (await readOnly(address, env)).close();
  });
});

it.each(['', 'ftp://host/path', 'sftp://host/path', 'sftp://user:secret@host/path', 's3:///folder'])(
  'refuses %j',
  async (text) => {
    await expect(openTarget(text, { env: envWith(), logger })).rejects.toMatchObject({
      code: 'backup_target_invalid',
    });
  },
);

/** What every target does. */
function describeTarget(open: () => Promise<BackupTarget>): void {
  let target: BackupTarget;
  beforeEach(async () => {
    target = await open();
    return () => target.close();
  });

  async function put(path: string, content: Buffer): Promise<void> {
    const bytes = (async function* () {
      for (let at = 0; at < content.length; at += 1_000_000) yield content.subarray(at, at + 1_000_000);
    })();
    await target.put(path, { bytes, size: content.length });
  }

  async function list(folder: string): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for await (const { name, size } of target.list(folder)) found[name] = size;
    return found;
  }

  it('returns what was stored, of any size', { timeout: 60_000 }, async () => {
    for (const size of [0, 1, 70_000, 17 * 1024 * 1024]) {
      const content = randomBytes(size);
      await put('blobs/ab/file', content);
      expect((await buffer(await target.get('blobs/ab/file'))).equals(content)).toBe(true);
      expect(await list('blobs/ab')).toEqual({ file: size });
    }
  });

  it('stores many at the same time', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `blobs/${index % 4}/${index}`);
    await Promise.all(names.map((name) => put(name, Buffer.from(name))));
    for (const name of names) expect((await buffer(await target.get(name))).toString()).toBe(name);
    expect(Object.keys(await list('blobs/1')).toSorted()).toEqual(['1', '13', '17', '5', '9']);
  });

  it('stores nothing of what ends early, and keeps what was there', async () => {
    const failing = (size: number) =>
      (async function* () {
        yield Buffer.alloc(size);
        throw new Error('the source has failed');
      })();
    await put('snapshots/one', Buffer.from('first'));
    for (const size of [10, 20 * 1024 * 1024]) {
      const ended = target.put('snapshots/one', { bytes: failing(size), size: size + 1 });
      await expect(ended).rejects.toThrow('the source has failed');
      expect((await buffer(await target.get('snapshots/one'))).toString()).toBe('first');
    }
    expect(await list('snapshots')).toEqual({ one: 5 });
  });

  it('knows what is missing, and removes it twice', async () => {
    expect(await list('nothing')).toEqual({});
    await expect(target.get('blobs/ab/none')).rejects.toThrow(MissingSourceError);
    await put('blobs/ab/one', Buffer.from('one'));
    await target.remove('blobs/ab/one');
    await target.remove('blobs/ab/one');
    expect(await list('blobs/ab')).toEqual({});
  });
}

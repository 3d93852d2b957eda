import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { S3Options } from '../env/storage.ts';
import { createLogger } from '../logger.ts';
import type { Bucket } from '../storage/s3/bucket.ts';
import { openPlainBucket } from '../storage/stores.ts';
import { findViolations } from '../testing/check-invariants.ts';
import { hasS3Server } from '../testing/engines/s3-programs.ts';
import { type S3Server, s3StartTimeout, useS3Server } from '../testing/engines/s3-server.ts';
import { createPalmr, encrypt, type PalmrInstance } from '../testing/import/palmr-instance.ts';
import { createPingvin, type PingvinInstance } from '../testing/import/pingvin-instance.ts';
import { listFindings, runImport } from '../testing/import/run-import.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

const logger = createLogger({ level: 'silent', format: 'json' });

describe.skipIf(!hasS3Server)('files in a bucket', () => {
  let server: S3Server;
  let s3: S3Options;
  let bucket: Bucket;
  let app: TestApp;
  let pingvin: PingvinInstance;
  let palmr: PalmrInstance;

  beforeAll(async () => {
    server = await useS3Server();
  }, s3StartTimeout);
  beforeEach(async () => {
    s3 = await server.createBucket();
    bucket = await openPlainBucket(s3, logger);
    [app, pingvin, palmr] = await Promise.all([startApp(), createPingvin(), createPalmr()]);
  });
  afterEach(async () => {
    bucket.close();
    expect(await findViolations(app.app)).toEqual([]);
    await Promise.all([app.stop(), pingvin.close(), palmr.close()]);
  });

  async function put(key: string, content: Buffer | string): Promise<void> {
    const bytes = Buffer.from(content);
    await bucket.putStream(key, {
      bytes: (async function* () {
        yield bytes;
      })(),
      size: bytes.length,
    });
  }

  /** Configures Pingvin Share, which always puts the bucket into the path of addresses. */
  async function configure(bucketPath = ''): Promise<void> {
    const { endpoint, bucket: bucketName, region, accessKeyId: key, secretAccessKey: secret } = s3;
    const texts = { enabled: 'true', endpoint: endpoint ?? '', bucketName, bucketPath, region, key, secret };
    for (const [name, value] of Object.entries(texts)) await pingvin.set('s3', name, value);
  }

  /** Adds a share whose files are in the bucket only. */
  async function addShare(id: string, files: Record<string, string>): Promise<void> {
    await pingvin.addShare(id, { storageProvider: 'S3' }, files);
    await rm(join(pingvin.folder, 'uploads/shares', id), { recursive: true });
  }

  const textOf = async (path: string) => (await fetch(app.url + path)).text();

  it('are read with the settings of Pingvin Share', async () => {
    await configure('/some/where/');
    const large = randomBytes(6_000_000).toString('hex');
    await addShare('in-bucket', {
      'dir/large.txt': large,
      empty: '',
      'gone.txt': 'gone',
      'short.txt': 'four',
    });
    await addShare('old-keys', { 'ä b.txt': 'slashes as they are' });
    await put('some/where/in-bucket/dir/large.txt', large);
    await put('some/where/in-bucket/empty', '');
    await put('some/where/in-bucket/short.txt', 'two');
    await put('/some/where//old-keys/ä b.txt', 'slashes as they are');
    const dry = await runImport(app, { program: 'pingvin', source: pingvin.folder, dryRun: true });
    const report = await runImport(app, { program: 'pingvin', source: pingvin.folder, link: true });
    expect(listFindings(report)).toEqual(listFindings(dry));
    expect(listFindings(report)).toEqual(
      expect.arrayContaining([
        'file_missing in-bucket/gone.txt',
        'file_size_differs in-bucket/short.txt 4 ≠ 3',
      ]),
    );
    expect(report.counts.files).toEqual({ found: 5, imported: 3, present: 0, left: 2 });
    expect((await textOf('/d/in-bucket/dir/large.txt')) === large).toBe(true);
    expect(await textOf('/d/in-bucket/empty')).toBe('');
    expect(await textOf('/d/old-keys')).toBe('slashes as they are');
  });

  it('are found at another address of the server', async () => {
    await configure();
    await addShare('moved', { 'a.txt': 'text' });
    await put('moved/a.txt', 'text');
    const config = join(pingvin.folder, 'config.yaml');
    await writeFile(config, 's3:\n  endpoint: "http://s3.invalid:9000"\n');
    const source = { program: 'pingvin', source: pingvin.folder, config } as const;
    const report = await runImport(app, { ...source, s3Endpoint: s3.endpoint ?? undefined });
    expect(report.counts.shares.imported).toBe(1);
    expect(await textOf('/d/moved')).toBe('text');
  });

  it('stop the import when they cannot be listed', async () => {
    await configure();
    await addShare('one', { 'a.txt': 'one' });
    await put('one/a.txt', 'one');
    await server.forbid(s3.bucket);
    const source = { program: 'pingvin', source: pingvin.folder } as const;
    await expect(runImport(app, source)).rejects.toMatchObject({ code: 'import_bucket_failed' });
    expect(await app.app.core.uow.read.shares.findById('one')).toBeNull();
  });

  it('are read with the variables of Palmr, and decrypted', async () => {
    const carol = await palmr.addUser('carol');
    const text = randomBytes(100_000).toString('hex');
    const plain = await palmr.addFile(carol, 'plain.txt', { text });
    const secret = await palmr.addFile(carol, 'sécret.txt', { text });
    await palmr.addShare('FromBucket', [plain, secret], { row: { creatorId: carol } });
    await rm(join(palmr.folder, 'uploads'), { recursive: true });
    const rows = await palmr.keysOf([plain, secret]);
    await put(rows[0] ?? '', text);
    // Version 3.3 has moved files to such keys.
    await put((rows[1] ?? '').replaceAll(/[^A-Za-z0-9\-_./]/g, '_'), encrypt(text, 'the key'));
    const s3EnvFile = join(palmr.folder, 'palmr.env');
    const { hostname, port } = new URL(s3.endpoint ?? '');
    await writeFile(
      s3EnvFile,
      [
        'ENABLE_S3=true',
        `S3_ENDPOINT=${hostname}`,
        `S3_PORT="${port}"`,
        'S3_USE_SSL=false',
        `  - S3_ACCESS_KEY=${s3.accessKeyId}`,
        `S3_SECRET_KEY: '${s3.secretAccessKey}'`,
        `S3_BUCKET_NAME=${s3.bucket}`,
        'S3_FORCE_PATH_STYLE=true',
      ].join('\n'),
    );
    const source = { program: 'palmr', source: palmr.folder, s3EnvFile, encryptionKey: 'the key' } as const;
    const report = await runImport(app, source);
    expect(report.counts.files).toEqual({ found: 2, imported: 2, present: 0, left: 0 });
    expect((await textOf('/d/FromBucket/plain.txt')) === text).toBe(true);
    expect((await textOf(`/d/FromBucket/${encodeURIComponent('sécret.txt')}`)) === text).toBe(true);
  });

  it('need a file that says where they are', async () => {
    const s3EnvFile = join(palmr.folder, 'palmr.env');
    const run = () => runImport(app, { program: 'palmr', source: palmr.folder, s3EnvFile });
    await expect(run()).rejects.toMatchObject({ code: 'import_source_missing' });
    await writeFile(s3EnvFile, 'S3_ENDPOINT=s3.example.org\n');
    await expect(run()).rejects.toMatchObject({ code: 'import_bucket_unknown' });
  });
});

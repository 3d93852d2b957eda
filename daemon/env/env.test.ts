import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { clientVariables, toolVariables } from '#sdk/contract/environment.js';
import { EnvError } from '#sdk/contract/host.js';
import { readEnv } from './env.ts';

function problemsOf(source: Record<string, string>): readonly string[] {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
}

/** Returns the path of a file with this secret. */
function writeSecret(secret: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fileshare-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'secret');
  writeFileSync(file, `${secret}\n`);
  return file;
}

describe('readEnv', () => {
  it('starts with nothing set', () => {
    const env = readEnv({});
    expect(env.port).toBe(3000);
    expect(env.database).toEqual({ engine: 'sqlite', file: resolve('data/fileshare.db') });
    expect(env.admin).toBeNull();
  });

  it('lists everything that is wrong, each with its remedy', () => {
    const problems = problemsOf({
      FILESHARE_PORT: '70000',
      FILESHARE_SECRET_KEY: 'short',
      FILESHARE_TRUSTED_PROXIES: 'example.org',
      FILESHARE_FSYNC: 'sometimes',
      FILESHARE_DATABASE_URL: 'mysql://x',
    });
    expect(problems).toHaveLength(5);
    expect(problems.join(' ')).toContain('FILESHARE_PORT must be a whole number from 0 to 65535');
    expect(problems.join(' ')).toContain('openssl rand -hex 32');
  });

  it('names what nothing reads together with what is wrong, and what was probably meant', () => {
    expect(
      problemsOf({
        FILESHARE_FSYNC: 'sometimes',
        FILESHARE_CONFIG_SHARE_MAXSIZE: '1',
        FILESHARE_VOLUME: '/srv',
        FILESHARE_PROT: '1',
        FILESHARE_TOKN: 'x',
        FILESHARE_SECRET_KEY_FIEL: '/run/key',
        FILESHARE_CONFG_SHARE_MAX_SIZE: '1',
        FILESHARE_PORT_FILE: '/run/port',
      }),
    ).toEqual([
      'FILESHARE_FSYNC must be one of: always, commit, off.',
      'FILESHARE_CONFIG_SHARE_MAXSIZE is not a configuration variable of this version (did you mean FILESHARE_CONFIG_SHARE_MAX_SIZE?).',
      'FILESHARE_VOLUME is not a variable of this version.',
      'FILESHARE_PROT is not a variable of this version (did you mean FILESHARE_PORT?).',
      'FILESHARE_TOKN is not a variable of this version (did you mean FILESHARE_TOKEN?).',
      'FILESHARE_SECRET_KEY_FIEL is not a variable of this version (did you mean FILESHARE_SECRET_KEY_FILE?).',
      'FILESHARE_CONFG_SHARE_MAX_SIZE is not a variable of this version (did you mean FILESHARE_CONFIG_SHARE_MAX_SIZE?).',
      'FILESHARE_PORT_FILE is not a variable of this version.',
    ]);
  });

  it('leaves alone what the command line and tools read, and what Kubernetes sets for a service', () => {
    const names = [
      ...Object.values(clientVariables),
      ...Object.values(toolVariables),
      'FILESHARE_SERVICE_HOST',
      'FILESHARE_SERVICE_PORT_HTTP',
      'FILESHARE_PORT_3000_TCP',
      'FILESHARE_WEB_PORT_3000_TCP_ADDR',
      'FILE_SHARE',
    ];
    expect(problemsOf(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
    const links = { FILESHARE_PORT: 'tcp://10.0.0.1:80', FILESHARE_WEB_PORT: 'tcp://10.0.0.2:80' };
    expect(readEnv(links).port).toBe(3000);
  });

  it('wants the whole administrator or none', () => {
    expect(problemsOf({ FILESHARE_ADMIN_EMAIL: 'a@example.org' })).toHaveLength(1);
  });

  it('wants what reaches a bucket, and nothing of it for local files', () => {
    expect(readEnv({ FILESHARE_S3_BUCKET: 'files' }).storage).toEqual({ kind: 'local', s3: null });
    expect(problemsOf({ FILESHARE_STORAGE: 's3', FILESHARE_S3_BUCKET: 'files' })).toEqual([
      'FILESHARE_S3_ACCESS_KEY_ID must be set: FILESHARE_STORAGE is s3.',
      'FILESHARE_S3_SECRET_ACCESS_KEY must be set: FILESHARE_STORAGE is s3.',
    ]);
    const bucket = {
      FILESHARE_STORAGE: 's3',
      FILESHARE_S3_BUCKET: 'files',
      FILESHARE_S3_ACCESS_KEY_ID: 'id',
      FILESHARE_S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(problemsOf({ ...bucket, FILESHARE_S3_PREFIX: '/files' })).toHaveLength(1);
    expect(
      readEnv({ ...bucket, FILESHARE_STORAGE_LIMIT: '1000', FILESHARE_S3_PREFIX: 'a/b/' }).storage,
    ).toEqual({
      kind: 's3',
      limit: 1000,
      s3: {
        endpoint: null,
        publicUrl: null,
        bucket: 'files',
        region: 'us-east-1',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
        forcePathStyle: false,
        prefix: 'a/b/',
      },
    });
  });

  it('takes a role only where there can be several servers', () => {
    expect(readEnv({}).role).toBe('all');
    const several = {
      FILESHARE_DATABASE_URL: 'postgres://ann@db/files',
      FILESHARE_STORAGE: 's3',
      FILESHARE_S3_BUCKET: 'files',
      FILESHARE_S3_ACCESS_KEY_ID: 'id',
      FILESHARE_S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(readEnv({ ...several, FILESHARE_ROLE: 'worker' }).role).toBe('worker');
    expect(problemsOf({ ...several, FILESHARE_STORAGE: 'local', FILESHARE_ROLE: 'web' })).toEqual([
      'FILESHARE_ROLE must be all, unless FILESHARE_DATABASE_URL is PostgreSQL and FILESHARE_STORAGE is s3.',
    ]);
    expect(problemsOf({ ...several, FILESHARE_ROLE: 'boss' })).toHaveLength(1);
  });

  it('reads secrets from files', () => {
    const file = writeSecret('k'.repeat(40));
    expect(readEnv({ FILESHARE_SECRET_KEY_FILE: file }).secretKey).toBe('k'.repeat(40));
    expect(problemsOf({ FILESHARE_SECRET_KEY_FILE: `${file}.missing` })[0]).toContain('cannot be read');
  });

  it('reads the address of a database, also from a file, and repeats none that is wrong', () => {
    const url = 'postgres://ann:s3cret@db:5432/files?sslmode=verify-full';
    const file = writeSecret(url);
    expect(readEnv({ FILESHARE_DATABASE_URL_FILE: file }).database).toEqual({ engine: 'postgres', url });
    const socket = 'postgresql:///files?host=/var/run/postgresql';
    expect(readEnv({ FILESHARE_DATABASE_URL: socket }).database).toEqual({ engine: 'postgres', url: socket });
    expect(readEnv({ FILESHARE_DATABASE_URL: 'sqlite:/x.db' }).database).toEqual({
      engine: 'sqlite',
      file: '/x.db',
    });
    const listenUrl = 'postgres://ann:s3cret@db:5433/files';
    expect(
      readEnv({ FILESHARE_DATABASE_URL: url, FILESHARE_DATABASE_LISTEN_URL: listenUrl }).database,
    ).toEqual({ engine: 'postgres', url, listenUrl });
    expect(problemsOf({ FILESHARE_DATABASE_LISTEN_URL: listenUrl })).toEqual([
      'FILESHARE_DATABASE_LISTEN_URL needs a PostgreSQL database in FILESHARE_DATABASE_URL.',
    ]);
    for (const wrong of ['postgres://ann:s3cret@db:port/files', 'postgres:s3cret', 'mysql://s3cret']) {
      const problems = problemsOf({ FILESHARE_DATABASE_URL: wrong });
      expect(problems).toHaveLength(1);
      expect(problems.join()).not.toContain('s3cret');
    }
  });

  it('reads secret configuration variables from files, and no others', () => {
    const file = writeSecret('of the mail server');
    const locked = (source: Record<string, string>) => [...readEnv(source).locked];
    const name = 'FILESHARE_CONFIG_SMTP_PASSWORD';
    expect(locked({ [`${name}_FILE`]: file })).toEqual([['smtp.password', 'of the mail server']]);
    expect(locked({ [`${name}_FILE`]: file, [name]: 'given' })).toEqual([['smtp.password', 'given']]);
    expect(problemsOf({ FILESHARE_CONFIG_SMTP_HOST_FILE: file })[0]).toContain('is not a configuration');
    expect(problemsOf({ [`${name}_FILE`]: `${file}.missing` })[0]).toContain('cannot be read');
  });

  it('names the variables of an administrator that cannot be', () => {
    const problems = problemsOf({
      FILESHARE_ADMIN_EMAIL: 'nobody',
      FILESHARE_ADMIN_USERNAME: 'a',
      FILESHARE_ADMIN_PASSWORD: 'short',
    });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'FILESHARE_ADMIN_EMAIL',
      'FILESHARE_ADMIN_USERNAME',
      'FILESHARE_ADMIN_PASSWORD',
    ]);
  });

  it('takes a stronger password hash, and none below the floor', () => {
    expect(readEnv({ FILESHARE_PASSWORD_MEMORY_KIB: '131072' }).passwordCost).toEqual({
      memoryKiB: 131_072,
      passes: 3,
      lanes: 1,
    });
    expect(
      problemsOf({ FILESHARE_PASSWORD_MEMORY_KIB: '19455', FILESHARE_PASSWORD_PASSES: '1' }),
    ).toHaveLength(2);
  });
});

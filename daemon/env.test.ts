import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

describe('readEnv', () => {
  it('starts with nothing set', () => {
    const env = readEnv({});
    expect(env.port).toBe(3000);
    expect(env.databaseFile.endsWith('/data/fileshare.db')).toBe(true);
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

  it('wants the whole administrator or none', () => {
    expect(problemsOf({ FILESHARE_ADMIN_EMAIL: 'a@example.org' })).toHaveLength(1);
  });

  it('reads secrets from files', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'fileshare-env-')), 'key');
    writeFileSync(file, `${'k'.repeat(40)}\n`);
    expect(readEnv({ FILESHARE_SECRET_KEY_FILE: file }).secretKey).toBe('k'.repeat(40));
    expect(problemsOf({ FILESHARE_SECRET_KEY_FILE: `${file}.missing` })[0]).toContain('cannot be read');
  });

  it('reads secret configuration variables from files, and no others', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'fileshare-env-')), 'password');
    writeFileSync(file, 'of the mail server\n');
    const variables = (source: Record<string, string>) => [...readEnv(source).variables];
    const name = 'FILESHARE_CONFIG_SMTP_PASSWORD';
    expect(variables({ [`${name}_FILE`]: file })).toEqual([[name, 'of the mail server']]);
    expect(variables({ [`${name}_FILE`]: file, [name]: 'given' })).toEqual([[name, 'given']]);
    // Refused later, as every name that is no variable.
    const other = 'FILESHARE_CONFIG_SMTP_HOST_FILE';
    expect(variables({ [other]: file })).toEqual([[other, file]]);
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

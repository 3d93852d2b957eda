import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { executable } from './server.ts';

it.runIf(process.getuid?.() === 0)('runs as a user without a name and a home folder', () => {
  const env = { PATH: process.env['PATH'] };
  const output = execFileSync(process.execPath, [executable, '--help'], {
    uid: 64_000,
    gid: 64_000,
    env,
    cwd: '/',
  });
  expect(output.toString()).toContain('Usage: fileshare');
});

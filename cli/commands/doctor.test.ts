import { expect, it } from 'vitest';
import type { DoctorReport } from '#sdk/contract/host/doctor.js';
import { testContext } from '../testing/context.ts';
import { stub } from '../testing/stub.ts';
import { doctor } from './doctor.ts';

const instance = {
  version: '1.2.3',
  node: '24.1.0',
  system: 'linux x64',
  memory: 2_000_000_000,
  database: 'sqlite 3.45.0',
  storage: 'local',
  changed: ['general.appUrl', 'smtp.host'],
} as const;

const report: DoctorReport = {
  instance,
  isHealthy: false,
  checks: [
    { id: 'database', status: 'ok', count: 0, findings: [] },
    {
      id: 'I1',
      status: 'problem',
      count: 12,
      findings: [{ code: 'bytes_missing', params: { path: 'a\u001b[2J.txt', share: 'holiday' } }],
    },
    { id: 'I2', status: 'skipped', count: 0, findings: [] },
  ],
};

const options = { fix: false, dryRun: false, deep: false, report: false };

it('says what is wrong, and what to do', () => {
  expect(doctor.view?.(report, testContext().context)).toEqual([
    '✓ Database can be opened',
    '✗ Every file has its contents (I1)',
    '    a\ufffd[2J.txt of share holiday has no stored data',
    '    and 11 more',
    '  → Restore the files in blobs/ from a backup, or mark them as damaged with: fileshare doctor --fix',
    '- All stored data belongs to a file (I2)',
    'Checks marked with - were skipped. Fix the problems above them first.',
  ]);
});

it('writes a report that names no file of anybody', () => {
  expect(doctor.view?.(report, testContext().context, { ...options, report: true })).toEqual([
    'fileshare 1.2.3, Node 24.1.0, linux x64, 2 GB of memory',
    'Database: sqlite 3.45.0. Storage: local',
    'Changed settings: general.appUrl, smtp.host',
    '',
    '```',
    '✓ Database can be opened',
    '✗ Every file has its contents (I1): bytes_missing (12)',
    '- All stored data belongs to a file (I2)',
    '```',
  ]);
});

it('says what to do about a bucket like the error of a start', () => {
  const params = { endpoint: 'https://s3.example.org', bucket: 'files', accessKey: 'id', object: 'instance' };
  const findings = [{ code: 'bucket_taken', params }] as const;
  const checks = [{ id: 'storage', status: 'problem', count: 1, findings }] as const;
  const lines = doctor.view?.({ instance, isHealthy: false, checks }, testContext().context);
  expect(lines?.slice(1)).toEqual([
    '    The bucket files belongs to another instance. Nothing was changed.',
    '  → Use another bucket, or a folder of its own: FILESHARE_S3_PREFIX. If the other instance is gone for good, delete the object instance.',
  ]);
});

it('ends with the code of an integrity failure, or with none', () => {
  expect(doctor.exit?.(report)).toBe('integrity');
  expect(doctor.exit?.({ instance, isHealthy: true, checks: [] })).toBe('ok');
});

it('repairs only when it is asked to, and not when it shall only tell', async () => {
  const run = stub(() => report);
  const { context } = testContext({ host: { doctor: run }, options: { server: undefined } });
  await doctor.run(context, { args: [], options });
  await doctor.run(context, { args: [], options: { ...options, fix: true, dryRun: true } });
  await doctor.run(context, { args: [], options: { ...options, fix: true } });
  expect(run.mock.calls).toEqual([
    [{ deep: false, fix: false }],
    [{ deep: false, fix: false }],
    [{ deep: false, fix: true }],
  ]);
});

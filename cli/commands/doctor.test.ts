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

const options = { fix: false, dryRun: false, setAsideUnknown: false, deep: false, report: false };

it('says what is wrong, and what to do, last', () => {
  expect(doctor.view?.(report, testContext().context)).toEqual([
    '✓ Database can be opened',
    '- All stored data belongs to a file (I2)',
    'Checks marked with - that give no reason were skipped. Fix the problems below them first.',
    '✗ Every file has its contents (I1)',
    '    a\ufffd[2J.txt of share holiday has no stored data',
    '    and 11 more',
    '  → Restore the files in blobs/ from a backup, or mark them as damaged with: fileshare doctor --fix',
  ]);
});

it('names damaged files, and says how to get their bytes back', () => {
  const findings = Array.from({ length: 12 }, (_, n) => ({
    code: 'content_damaged' as const,
    params: { share: 'holiday', path: `${n}.txt`, blob: `/srv/blobs/ab/${n}` },
  }));
  const checks = [{ id: 'content', status: 'warning', count: 12, findings }] as const;
  const lines = doctor.view?.({ instance, isHealthy: true, checks }, testContext().context) ?? [];
  expect(lines.slice(0, 2)).toEqual([
    '! No file is damaged',
    '    0.txt of share holiday is damaged: /srv/blobs/ab/0',
  ]);
  expect(lines.slice(-2)).toEqual([
    '    and 2 more',
    '  → Restore a backup to another folder (fileshare backup restore), copy these files from its blobs/ to the same place here, then run: fileshare doctor --fix. Without a backup, ask the senders to upload them again.',
  ]);
  expect(lines).toHaveLength(13);
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

it('does not mark as fine what it has not checked', () => {
  const turnedOff = { code: 'turned_off', params: { setting: 'malware.enabled' } } as const;
  const checks = [
    { id: 'memory', status: 'ok', count: 0, findings: [] },
    { id: 'malware', status: 'ok', count: 1, findings: [turnedOff] },
  ] as const;
  expect(doctor.view?.({ instance, isHealthy: true, checks }, testContext().context)).toEqual([
    '✓ There is enough memory',
    '- Malware scan works',
    '    not checked, because it is turned off: malware.enabled',
  ]);
});

it('says why a check was skipped, and no remedy for what it has not found', () => {
  const server = 'https://files.example.org';
  const checks = [
    { id: 'bodies', status: 'skipped', count: 1, findings: [{ code: 'probe_sign_in', params: { server } }] },
  ] as const;
  expect(doctor.view?.({ server, isHealthy: true, checks }, testContext().context)).toEqual([
    '- Large requests arrive',
    '    this sends a file, which needs an account: fileshare login https://files.example.org',
  ]);
});

it('gives out nothing that identifies the instance in a report, also as JSON', async () => {
  const reason = 'getaddrinfo ENOTFOUND files.example.org';
  const found: DoctorReport = {
    ...report,
    checks: [
      ...report.checks,
      {
        id: 'outside',
        status: 'warning',
        count: 1,
        findings: [
          { code: 'address_unreachable', params: { url: 'https://files.example.org:8443', reason } },
        ],
      },
    ],
  };
  const { context } = testContext({ host: { doctor: async () => found }, options: { server: undefined } });
  const chosen = { ...options, report: true };
  const result = await doctor.run(context, { args: [], options: chosen });
  const lines = doctor.view?.(result, context, chosen) ?? [];
  expect(lines).toContain("    https://<host>:8443 can't be reached from here: getaddrinfo ENOTFOUND <host>");
  expect(lines.join() + JSON.stringify(result)).not.toMatch(/example\.org|holiday|a\.txt/);
  expect(result).toMatchObject({ isHealthy: false, instance });
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
    [{ deep: false, fix: false, setAsideUnknown: false }],
    [{ deep: false, fix: false, setAsideUnknown: false }],
    [{ deep: false, fix: true, setAsideUnknown: false }],
  ]);
});

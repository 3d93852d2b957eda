import { beforeEach, describe, expect, it } from 'vitest';
import type { BackupReport, PruneReport, RestoreReport, VerifyReport } from '#sdk/contract/host/backups.js';
import { HostError } from '#sdk/contract/host.js';
import type { Context } from '../../context.ts';
import { testContext } from '../../testing/context.ts';
import { stub } from '../../testing/stub.ts';
import { create } from './create.ts';
import { list } from './list.ts';
import { prune } from './prune.ts';
import { restore } from './restore.ts';
import { verify } from './verify.ts';

let context: Context;
beforeEach(() => {
  ({ context } = testContext());
});
const snapshot = { id: '20260131T023000Z', version: '1.2.0', engine: 'sqlite', damaged: 0 } as const;
const amounts = { blobs: 1200, bytes: 2_500_000_000 };

const backup: BackupReport = {
  ...snapshot,
  ...amounts,
  target: '/backup',
  copied: { blobs: 1, bytes: 1000 },
  databaseBytes: 5000,
  damagedSnapshots: [],
  damagedFiles: [],
  key: '/srv/fileshare/secret.key',
  keyCopy: null,
  seconds: 41,
};

it('says what a backup has, and to keep the key', () => {
  expect(create.view?.(backup, context)).toEqual([
    'Snapshot 20260131T023000Z with 1,200 objects (2.5 GB) is in /backup. It took 41 sec.',
    '1 object was new: 1 kB',
    expect.stringContaining('keep a copy of /srv/fileshare/secret.key somewhere else'),
  ]);
  expect(create.exit?.(backup)).toBe('ok');
});

it('names damaged files, without letting them write to the terminal', () => {
  const damagedFiles = [{ share: 'holiday', path: 'a\u001b[2J.txt', file: 'id' }];
  const report = { ...backup, damaged: 12, damagedFiles, keyCopy: '/root/key' };
  const lines = create.view?.(report, context) ?? [];
  expect(lines.slice(2)).toEqual([
    '12 files are damaged on this server and are not in the backup:',
    '    holiday: a\ufffd[2J.txt',
    '    and 11 more',
    expect.stringContaining('copied to /root/key'),
  ]);
  expect(create.exit?.(report)).toBe('integrity');
});

it('lists snapshots', () => {
  const none = { target: '/backup', snapshots: [], damagedSnapshots: [] };
  expect(list.view?.(none, context)).toEqual(['No snapshots']);
  const [head, row, ...more] =
    list.view?.({ ...none, snapshots: [{ ...snapshot, ...amounts }] }, context) ?? [];
  expect(head).toMatch(/^SNAPSHOT +OBJECTS +SIZE +VERSION$/);
  expect(row).toMatch(/^20260131T023000Z +1,200 +2\.5 GB +1\.2\.0$/);
  expect(more).toEqual([]);
});

const damaged = { damagedSnapshots: ['20260130T023000Z'] };
const [damagedLine, removeLine] = [
  'Snapshot 20260130T023000Z is damaged and cannot be restored.',
  '  → Until it is removed, no objects are deleted from the backup: fileshare backup prune /backup --remove 20260130T023000Z',
];

it('lists damaged snapshots in their place, and says how to remove them', () => {
  const report = { target: '/backup', snapshots: [{ ...snapshot, ...amounts }], ...damaged };
  const [, first, second, ...next] = list.view?.(report, context) ?? [];
  expect(first).toMatch(/^20260130T023000Z +- +- +damaged$/);
  expect(second).toMatch(/^20260131T023000Z +1,200/);
  expect(next).toEqual([damagedLine, removeLine]);
});

it('warns of damaged snapshots after a backup, which has been made', () => {
  const report = { ...backup, ...damaged };
  expect(create.view?.(report, context)).toEqual(expect.arrayContaining([damagedLine, removeLine]));
  expect(create.exit?.(report)).toBe('ok');
});

it('says whether a backup is complete', () => {
  const report: VerifyReport = {
    ...amounts,
    target: '/backup',
    snapshots: 2,
    isDeep: false,
    damageCount: 0,
    damage: [],
    damagedSnapshots: [],
  };
  expect(verify.view?.(report, context)).toEqual([
    '2 snapshots are complete: 1,200 objects, 2.5 GB',
    expect.stringContaining('--deep'),
  ]);
  expect(verify.view?.({ ...report, snapshots: 1, blobs: 1, bytes: 2 }, context)[0]).toBe(
    '1 snapshot is complete: 1 object, 2 bytes',
  );
  const damage = [{ name: 'blobs/ab/cd', reason: 'content' }] as const;
  const broken = { ...report, damageCount: 1, damage };
  expect(verify.view?.(broken, context)).toEqual([
    '1 object of the backup is missing or has changed:',
    '    blobs/ab/cd has changed',
    expect.stringContaining('make another backup'),
  ]);
  const name = 'snapshots/20260130T023000Z.json';
  const lost = { ...report, ...damaged, damageCount: 1, damage: [{ name, reason: 'content' }] as const };
  expect(verify.view?.(lost, context).slice(1)).toEqual([`    ${name} has changed`, damagedLine, removeLine]);
  expect([verify.exit?.(report), verify.exit?.(broken)]).toEqual(['ok', 'integrity']);
});

it('asks for the rules of the configuration unless some are given', async () => {
  const report: PruneReport = {
    ...amounts,
    target: '/backup',
    isDryRun: true,
    kept: ['20260131T023000Z'],
    removed: ['20260130T023000Z'],
    damagedSnapshots: [],
  };
  const run = stub(() => report);
  const test = testContext({ host: { backups: { prune: run } } });
  await prune.run(test.context, { args: [], options: { dryRun: true, yes: false } });
  await prune.run(test.context, { args: ['/backup'], options: { dryRun: true, yes: false, keepDaily: 7 } });
  expect(run.mock.calls).toMatchObject([
    [{ target: undefined, keep: undefined }],
    [{ target: '/backup', keep: { last: 0, daily: 7, weekly: 0, monthly: 0 } }],
  ]);
  expect(prune.view?.(report, context)).toEqual([
    'Would remove 1 snapshot:',
    '  20260130T023000Z',
    expect.stringMatching(/^Would remove 1,200 objects/),
    '1 snapshot is kept.',
    'Nothing was changed.',
  ]);
});

describe('backup prune', () => {
  const ids = ['20260128T023000Z', '20260129T023000Z', '20260130T023000Z'];
  const plan = { target: '/backup', kept: ['20260131T023000Z'], removed: ids };
  const report: PruneReport = { ...plan, ...amounts, isDryRun: false, damagedSnapshots: [] };

  function start(removed: readonly string[], answers?: string[]) {
    const run = stub(() => report);
    const backups = { planPrune: async () => ({ ...plan, removed }), prune: run };
    return { run, ...testContext({ host: { backups }, ...(answers && { answers }) }) };
  }
  const input = (yes = false) => ({ args: ['/backup'], options: { dryRun: false, yes, keepLast: 1 } });

  it('names what goes, and removes it only after a yes', async () => {
    const refused = start(ids, ['n']);
    await expect(prune.run(refused.context, input())).rejects.toMatchObject({
      text: { key: 'cli.errors.not_confirmed' },
    });
    expect(refused.run).not.toHaveBeenCalled();
    expect(refused.stderr()).toBe(
      '3 snapshots will be removed from /backup. The oldest is 20260128T023000Z, the newest 20260130T023000Z.\n1 snapshot stays.\n',
    );
    const accepted = start(ids.slice(0, 1), ['y']);
    await prune.run(accepted.context, input());
    expect(accepted.stderr()).toContain('Snapshot 20260128T023000Z will be removed from /backup.');
    expect(accepted.run).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ confirmed: ids.slice(0, 1) }),
    );
  });

  it('does not ask with --yes, or when no snapshot goes', async () => {
    const { context, run, questions } = start(ids);
    await prune.run(context, input(true));
    const none = start([], []);
    await prune.run(none.context, input());
    expect([questions, none.questions]).toEqual([[], []]);
    expect([run.mock.calls.length, none.run.mock.calls.length]).toEqual([1, 1]);
  });

  it('removes what is named, instead of what no rule keeps', async () => {
    const { context, run } = start(ids.slice(0, 1), ['y']);
    const remove = ids.slice(0, 1);
    await prune.run(context, { args: ['/backup'], options: { dryRun: false, yes: false, remove } });
    expect(run).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ remove, keep: undefined, confirmed: remove }),
    );
    const both = prune.run(context, { args: ['/backup'], options: { ...input(true).options, remove } });
    await expect(both).rejects.toMatchObject({
      exit: 'usage',
      text: { key: 'cli.errors.options_exclusive', params: { option: '--remove', other: '--keep-last' } },
    });
  });

  it('says what keeps it from deleting objects', () => {
    const blocked = { ...report, ...damaged };
    expect(prune.view?.(blocked, context)).toEqual(expect.arrayContaining([damagedLine, removeLine]));
    expect([prune.exit?.(report), prune.exit?.(blocked)]).toEqual(['ok', 'integrity']);
  });

  it('needs --yes where nobody can answer', async () => {
    const { context, run } = start(ids);
    await expect(prune.run(context, input())).rejects.toMatchObject({
      exit: 'usage',
      text: { key: 'cli.errors.confirmation_needed' },
    });
    expect(run).not.toHaveBeenCalled();
  });
});

it('says what was restored, and what to do next', () => {
  const report: RestoreReport = {
    ...amounts,
    target: '/backup',
    snapshot: snapshot.id,
    isDryRun: false,
    database: 'sqlite:/srv/fileshare/fileshare.db',
    storage: 'local',
    damageCount: 0,
    damage: [],
    seconds: 41,
  };
  expect(restore.view?.(report, context)).toEqual([
    expect.stringContaining('to sqlite:/srv/fileshare/fileshare.db in 41 s'),
    expect.stringContaining('fileshare doctor --deep'),
  ]);
  const broken = { ...report, damageCount: 1, damage: ['blobs/ab/cd'] };
  expect(restore.view?.(broken, context)).toContain('    blobs/ab/cd');
  expect(restore.exit?.(broken)).toBe('integrity');
  expect(restore.view?.({ ...report, isDryRun: true }, context)).toEqual([
    expect.stringContaining('Nothing was changed'),
  ]);
});

it('explains what the host refuses', async () => {
  const fail = () =>
    Promise.reject(new HostError('backup_host_key', { target: 'sftp://a@b/c', fingerprint: 'SHA256:x' }));
  const test = testContext({ host: { backups: { create: fail } } });
  await expect(
    create.run(test.context, { args: ['sftp://a@b/c'], options: { startOver: false } }),
  ).rejects.toMatchObject({
    exit: 'forbidden',
    text: { key: 'cli.errors.backup_host_key' },
    hint: { key: 'cli.hints.backup_host_key' },
  });
});

import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RetentionRules } from '#sdk/contract/host/backups.js';
import { systemClock } from '../crypto/clock.ts';
import { runDoctor } from '../doctor/doctor.ts';
import { createLogger } from '../logger.ts';
import { signIn } from '../testing/clients.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import type { BackupRun } from './backup-repo.ts';
import { isBackupDue } from './job.ts';
import { timeOfSnapshot } from './manifest.ts';
import { openForCreate } from './open-for-create.ts';
import { chooseKept, type DatedSnapshot, pruneBackups } from './prune.ts';
import { asOnlyRun, recordFailure } from './run.ts';

let folder: string;
let app: TestApp;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fileshare-test-target-'));
});
afterEach(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the job as often as a schedule would in some minutes. */
async function start(target: string): Promise<void> {
  app = await startApp({
    env: { FILESHARE_CONFIG_BACKUP_ENABLED: 'true', FILESHARE_CONFIG_BACKUP_TARGET: target },
  });
  for (let minutes = 0; minutes < 3; minutes += 1) {
    await app.app.jobs.run('backup.create').catch(() => undefined);
  }
}

const overview = async () => (await signIn(app)).statistics.overview({ query: { days: '1' } });

async function examine() {
  const logger = createLogger({ level: 'silent', format: 'json' });
  const deps = { env: app.app.core.env, clock: systemClock, logger, locales: ['en'] };
  const { checks } = await runDoctor(deps, { fix: false, deep: false });
  return checks.find(({ id }) => id === 'backup');
}

it('makes one backup a day, and says when', async () => {
  await start(folder);
  expect((await readdir(join(folder, 'snapshots'))).length).toBe(3);
  const { backup, jobs } = await overview();
  expect(backup).toEqual({ lastSuccessAt: expect.any(String) as string, failure: null });
  expect(jobs).toEqual({ failed: 0, held: 0 });
  expect(await examine()).toMatchObject({ status: 'ok' });
  await app.app.core.database.writer('backups').update({ started_at: Date.now() - 3 * 86_400_000 });
  expect(await examine()).toMatchObject({ status: 'warning', findings: [{ code: 'backup_old' }] });
});

it('is late after some days, also if nobody but cron makes any', async () => {
  app = await startApp();
  expect(await examine()).toMatchObject({ status: 'ok', findings: [{ code: 'turned_off' }] });
  await backUpByHand();
  expect(await examine()).toMatchObject({ status: 'ok', findings: [] });
  const { writer } = app.app.core.database;
  const ageOf = (days: number) => writer('backups').update({ started_at: Date.now() - days * 86_400_000 });
  await ageOf(7);
  expect(await examine()).toMatchObject({ status: 'ok', findings: [] });
  await ageOf(9);
  expect(await examine()).toMatchObject({
    status: 'warning',
    findings: [{ code: 'backup_old', params: { count: 9 } }],
  });
});

it('says what went wrong until it succeeds, and does not try all the time', async () => {
  await start(join(folder, 'not', 'mounted'));
  const { backup, jobs } = await overview();
  expect(backup).toEqual({ lastSuccessAt: null, failure: expect.stringContaining('not/mounted') as string });
  expect(jobs.held).toBe(1);
  expect(await app.app.jobs.find('backup.create')).toMatchObject({ failures: 1, notice: 'backup_failed' });
  expect(await examine()).toMatchObject({ status: 'warning', findings: [{ code: 'backup_failed' }] });

  await backUpByHand();
  await app.app.jobs.run('backup.create');
  expect((await overview()).backup).toMatchObject({ failure: null });
  expect(await app.app.jobs.find('backup.create')).toMatchObject({ notice: null });
});

async function backUpByHand(): Promise<void> {
  const { signal } = new AbortController();
  const run = { kind: 'create', target: folder, isScheduled: false, signal } as const;
  const counts = { blobs: 0, bytes: 0, damaged: 0 };
  await asOnlyRun(app.app.core, run, async () => ({ result: null, counts }));
}

/** Lets the next backup be due, and runs the job. */
async function runAgain(): Promise<void> {
  await app.app.core.database.writer('backups').update({ started_at: Date.now() - 3 * 86_400_000 });
  await app.app.jobs.run('backup.create').catch(() => undefined);
}

it('makes one at once when the last one lies in the future, and warns until then', async () => {
  await start(folder);
  const { core, jobs } = app.app;
  const ahead = Date.now() + 400 * 86_400_000;
  await core.database.writer('backups').update({ started_at: ahead, finished_at: ahead });
  expect(await examine()).toMatchObject({ status: 'warning', findings: [{ code: 'backup_ahead' }] });

  // Once: what was made by the wrong clock must not be the last one again.
  for (let minutes = 0; minutes < 3; minutes += 1) await jobs.run('backup.create');
  expect((await readdir(join(folder, 'snapshots'))).length).toBe(6);
  expect(await examine()).toMatchObject({ status: 'ok' });
  await rm(folder, { recursive: true });
  await runAgain();
  expect((await overview()).backup?.failure).toContain('its disk may not be mounted');
});

it('does not hide a failure behind a run of the future', async () => {
  await start(folder);
  const { core } = app.app;
  await core.database.writer('backups').update({ started_at: Date.now() + 400 * 86_400_000 });
  await rm(folder, { recursive: true });
  await app.app.jobs.run('backup.create').catch(() => undefined);
  expect((await overview()).backup?.failure).toContain('its disk may not be mounted');
  expect(await examine()).toMatchObject({ status: 'warning', findings: [{ code: 'backup_failed' }] });
});

it('makes a backup also with a damaged snapshot, and reports that until it is removed', async () => {
  await start(folder);
  const { core } = app.app;
  const names = await readdir(join(folder, 'snapshots'));
  const name = names.find((one) => one.endsWith('.json')) ?? '';
  const damaged = name.replace('.json', '');
  await writeFile(join(folder, 'snapshots', name), '');
  await runAgain();
  expect((await readdir(join(folder, 'snapshots'))).length).toBe(6);
  expect((await overview()).backup?.failure).toContain(`Snapshot ${damaged} in ${folder} is damaged`);
  expect(await examine()).toMatchObject({ status: 'warning', findings: [{ code: 'backup_failed' }] });

  const target = await openForCreate(folder, core, { isScheduled: false, startOver: false });
  const { signal } = new AbortController();
  const options = { keep: rulesOf({}), isScheduled: false, signal, target, remove: [damaged] };
  await pruneBackups(core, { ...options, dryRun: true });
  expect(await examine()).toMatchObject({ status: 'warning' });
  await pruneBackups(core, { ...options, dryRun: false });
  expect(await examine()).toMatchObject({ status: 'ok' });
  await runAgain();
  expect((await readdir(join(folder, 'snapshots'))).length).toBe(6);
  expect(await examine()).toMatchObject({ status: 'ok' });
});

it('does not write where the disk of earlier backups is away', async () => {
  const [disk, mountPoint] = [join(folder, 'disk'), join(folder, 'mount-point')];
  await mkdir(mountPoint);
  await start(mountPoint);
  await rename(mountPoint, disk);

  await runAgain();
  expect(await readdir(folder)).toEqual(['disk']);
  expect((await overview()).backup?.failure).toContain('its disk may not be mounted');
  await mkdir(mountPoint);
  await runAgain();
  expect(await readdir(mountPoint)).toEqual([]);

  await rm(mountPoint, { recursive: true });
  await rename(disk, mountPoint);
  await runAgain();
  expect((await overview()).backup).toMatchObject({ failure: null });
  expect((await readdir(join(mountPoint, 'snapshots'))).length).toBe(6);
});

it('does not create a folder', async () => {
  await start(join(folder, 'new'));
  expect(await readdir(folder)).toEqual([]);
  expect((await overview()).backup?.failure).toContain('There is no backup at');
});

it('remembers that a target has backups, however often it has failed since', async () => {
  await start(folder);
  const { core } = app.app;
  const day = Date.now() - 86_400_000;
  const failed = { kind: 'create', target: folder, is_scheduled: 1, finished_at: 1, error: 'unexpected' };
  const rows = Array.from({ length: 150 }, (_, n) => ({ ...failed, id: `failed-${n}`, started_at: day + n }));
  await core.database.writer('backups').update({ started_at: day - 1 });
  await core.database.writer('backups').insert(rows);
  await recordFailure(core, { kind: 'create', target: folder, isScheduled: true }, new Error('away'));
  expect(await core.uow.read.backups.hasCreatedIn(folder)).toBe(true);
  expect(await core.database.reader('backups').whereLike('id', 'failed-%').pluck('id')).toHaveLength(100);
});

it('begins again in an empty target only when it is told to', async () => {
  await start(folder);
  const { core } = app.app;
  await rm(join(folder, 'snapshots'), { recursive: true });
  const open = (startOver: boolean) => openForCreate(folder, core, { isScheduled: false, startOver });
  await expect(open(false)).rejects.toMatchObject({ code: 'backup_target_emptied' });
  await (await open(true)).close();
});

const at = (text: string) => new Date(text);
const run = (started: string, error: string | null = null): BackupRun => ({
  id: '1',
  kind: 'create',
  target: '/backup',
  isScheduled: true,
  startedAt: at(started).getTime(),
  finishedAt: at(started).getTime(),
  error,
  reason: error,
});

it.each([
  ['there was none', null, '2026-01-02T12:00', true],
  ['it was before the time of yesterday', run('2026-01-01T02:29'), '2026-01-02T01:00', true],
  ['it was after the time of today', run('2026-01-02T02:31'), '2026-01-02T23:00', false],
  ['the time of today has not come', run('2026-01-01T02:31'), '2026-01-02T02:29', false],
  ['the time of today has come', run('2026-01-01T02:31'), '2026-01-02T02:30', true],
  ['it failed a while ago', run('2026-01-02T02:31', 'failed'), '2026-01-02T03:32', true],
  ['it has just failed', run('2026-01-02T02:31', 'failed'), '2026-01-02T02:32', false],
  ['it lies in the future', run('2027-02-05T02:31'), '2026-01-02T02:32', true],
  ['it was killed', { ...run('2026-01-02T02:31'), finishedAt: null }, '2026-01-02T02:32', true],
])('is due, or not, when %s', (_, last, now, expected) => {
  expect(isBackupDue(last, '02:30', at(now))).toBe(expected);
});

const snapshotOf = (id: string): DatedSnapshot => ({ id, at: timeOfSnapshot(id) });

const ids = [
  '20251130T023000Z',
  '20251231T023000Z',
  // A Sunday, and the Monday after it.
  '20260104T023000Z',
  '20260105T023000Z',
  '20260106T013000Z',
  '20260106T023000Z',
];

const rulesOf = (rules: Partial<RetentionRules>) => ({ last: 0, daily: 0, weekly: 0, monthly: 0, ...rules });

it.each([
  [{ last: 2 }, ids.slice(-2)],
  [{ daily: 2 }, ['20260105T023000Z', '20260106T023000Z']],
  [{ weekly: 2 }, ['20260104T023000Z', '20260106T023000Z']],
  [{ monthly: 2 }, ['20251231T023000Z', '20260106T023000Z']],
  [{ last: 1, monthly: 10 }, ['20251130T023000Z', '20251231T023000Z', '20260106T023000Z']],
  [{ daily: 100 }, ids.filter((id) => id !== '20260106T013000Z')],
])('keeps %j', (rules, expected) => {
  expect(chooseKept(ids.map(snapshotOf), rulesOf(rules))).toEqual(expected);
});

/** One was made by a clock that was ahead; the IDs of those after it follow its own. */
const afterJump = [
  { id: '20260104T023000Z', at: '2026-01-04T02:30:00Z' },
  { id: '20270208T023000Z', at: '2027-02-08T02:30:00Z' },
  { id: '20270208T023001Z', at: '2026-01-05T02:30:00Z' },
  { id: '20270208T023002Z', at: '2026-01-06T01:30:00Z' },
  { id: '20270208T023003Z', at: '2026-01-06T02:30:00Z' },
  { id: '20270208T023004Z', at: '2026-02-01T02:30:00Z' },
].map(({ id, at: moment }) => ({ id, at: Date.parse(moment) }));

it.each([
  [{ last: 1 }, [5]],
  [{ daily: 3 }, [2, 4, 5]],
  [{ daily: 100 }, [0, 1, 2, 4, 5]],
  [{ weekly: 2 }, [4, 5]],
  [{ monthly: 2 }, [4, 5]],
])('takes the periods from the clock, and the order from the IDs: %j', (rules, expected) => {
  expect(chooseKept(afterJump, rulesOf(rules))).toEqual(expected.map((index) => afterJump[index]?.id));
});

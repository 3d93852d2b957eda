import { expect, it } from 'vitest';
import { type DatabaseMoveReport, type MoveDatabaseOptions } from '#sdk/contract/host/moves.js';
import { HostError } from '#sdk/contract/host.js';
import { testContext } from '../../../testing/context.ts';
import { stub } from '../../../testing/stub.ts';
import { move } from './move.ts';

const report: DatabaseMoveReport = {
  outcome: 'moved',
  from: 'sqlite:/srv/fileshare/fileshare.db',
  to: 'postgres://ann@db/files',
  version: 'PostgreSQL 15.18',
  isEmpty: true,
  tables: [
    { name: 'files', rows: 10_000 },
    { name: 'shares', rows: 20 },
  ],
  rows: 10_020,
  bytes: 4_200_000,
  seconds: 3,
  variable: 'FILESHARE_DATABASE_URL=postgres://ann:PASSWORD@db/files',
};

const to = 'postgres://ann:s3cret@db/files';

it('says what a move means, and moves nothing without a yes', async () => {
  const run = stub(() => report);
  const { context, stderr } = testContext({ host: { moveDatabase: run }, answers: ['n'] });
  await expect(
    move.run(context, { args: [], options: { to, yes: false, dryRun: false } }),
  ).rejects.toMatchObject({ text: { key: 'cli.errors.not_confirmed' } });
  expect(stderr()).toContain('Downloads continue');
  expect(run).not.toHaveBeenCalled();
});

it('examines without asking, and lists the tables', async () => {
  const run = stub(() => ({ ...report, outcome: 'examined' }));
  const { context, questions } = testContext({ host: { moveDatabase: run } });
  const result = await move.run(context, { args: [], options: { to, yes: false, dryRun: true } });
  expect(questions).toEqual([]);
  expect(run.mock.calls).toMatchObject([[{ to, dryRun: true }]]);
  expect(move.view?.(result, context)).toEqual([
    'TABLE     ROWS',
    'files   10,000',
    'shares      20',
    'total   10,020',
    'Source: sqlite:/srv/fileshare/fileshare.db (4.2 MB)',
    'Target: postgres://ann@db/files (PostgreSQL 15.18)',
    'The target is empty. Nothing was changed.',
    expect.stringContaining('3 s'),
  ]);
  expect(move.view?.({ ...result, isEmpty: false }, context)).toContain(
    'The target contains an interrupted move of this instance, which would start over. Nothing was changed.',
  );
});

it('reports its steps, and ends with the line to set', async () => {
  const moveDatabase = async ({ onStep }: MoveDatabaseOptions) => {
    onStep({ name: 'starts_over' });
    onStep({ name: 'copies', rows: 10_020 });
    onStep({ name: 'checks' });
    return report;
  };
  const { context, stderr } = testContext({ host: { moveDatabase } });
  const result = await move.run(context, { args: [], options: { to, yes: true, dryRun: false } });
  expect(stderr().trimEnd().split('\n')).toEqual([
    'The target contains an interrupted move of this instance. Starting over.',
    'Copying 10,020 rows…',
    'Comparing the copy with the original…',
  ]);
  const lines = move.view?.(result, context) ?? [];
  expect(lines[0]).toContain(
    'Moved 10,020 rows from sqlite:/srv/fileshare/fileshare.db to postgres://ann@db/files',
  );
  expect(lines.at(-1)).toBe('  FILESHARE_DATABASE_URL=postgres://ann:PASSWORD@db/files');
  expect(move.view?.({ ...report, outcome: 'completed' }, context)?.[0]).toContain('was complete');
});

it.each([
  'database_moved',
  'database_incomplete',
  'database_same_kind',
  'database_older',
  'database_unreachable',
  'database_credentials',
  'database_missing',
  'database_forbidden',
  'database_not_utf8',
  'database_not_empty',
  'database_full',
  'database_busy',
  'database_differs',
] as const)('explains %s', async (code) => {
  const params = { address: 'postgres://ann@db/files', table: 'files', reason: 'connect ECONNREFUSED' };
  const fail = () => Promise.reject(new HostError(code, params));
  const { context } = testContext({ host: { moveDatabase: fail } });
  await expect(
    move.run(context, { args: [], options: { to, yes: true, dryRun: false } }),
  ).rejects.toMatchObject({ text: { key: `cli.errors.${code}`, params } });
});

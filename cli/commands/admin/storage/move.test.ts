import { expect, it } from 'vitest';
import { type StorageMoveReport } from '#sdk/contract/host/moves.js';
import { HostError } from '#sdk/contract/host.js';
import { testContext } from '../../../testing/context.ts';
import { stub } from '../../../testing/stub.ts';
import { move } from './move.ts';

const none = { blobs: 0, bytes: 0, requests: 0, unfinished: 0 };
const report: StorageMoveReport = { moved: { blobs: 0, bytes: 0 }, left: none, unreadable: [] };
const options = { to: 's3', dryRun: true } as const;

it.each<[string, Partial<StorageMoveReport>, RegExp[]]>([
  ['nothing', {}, [/^Nothing to move/]],
  [
    'what a dry run has counted',
    { left: { blobs: 1200, bytes: 2_500_000_000, requests: 1300, unfinished: 1 } },
    [/^To move: 1,200 objects, 2\.5 GB$/, /at least 1,300 requests/, /^1 unfinished upload stays/],
  ],
  [
    'what was moved, and what cannot be',
    {
      moved: { blobs: 1, bytes: 1000 },
      unreadable: ['id'],
      left: { ...none, blobs: 1, bytes: 5, requests: 1 },
    },
    [
      /^Moved: 1 object, 1 kB$/,
      /^To move: 1 object, 5 /,
      /at least 1 request /,
      /^1 object could not be read/,
    ],
  ],
])('says %s', (_, changes, lines) => {
  const shown = move.view?.({ ...report, ...changes }, testContext().context) ?? [];
  expect(shown).toHaveLength(lines.length);
  for (const [index, line] of lines.entries()) expect(shown[index]).toMatch(line);
});

it('ends with the code of an integrity failure when something cannot be read', () => {
  expect(move.exit?.(report)).toBe('ok');
  expect(move.exit?.({ ...report, unreadable: ['id'] })).toBe('integrity');
});

it('explains why it cannot move', async () => {
  const moveStorage = stub(() => {
    throw new HostError('server_storage_differs', { storage: 's3' });
  });
  const { context } = testContext({ host: { moveStorage } });
  await expect(move.run(context, { args: [], options })).rejects.toMatchObject({
    exit: 'conflict',
    hint: { key: 'cli.hints.server_storage_differs', params: { storage: 's3' } },
  });
  expect(moveStorage.mock.calls[0]?.[0]).toMatchObject({ to: 's3', dryRun: true });
});

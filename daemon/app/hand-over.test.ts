import { expect, it } from 'vitest';
import type { RunningServer } from '../instance/servers.ts';
import { createHandOver } from './hand-over.ts';

const server = (role: RunningServer['role']): RunningServer => ({
  id: role,
  name: 'machine',
  version: '1',
  role,
  startedAt: 0,
  seenAt: 0,
});

it.each([
  ['answers for a while when another server takes over', ['all', 'web'], { from: 99, to: 5000 }],
  ['stops at once when it is the only one that answers', ['all', 'worker'], { from: 0, to: 90 }],
  ['stops at once without other servers, as on SQLite', [], { from: 0, to: 90 }],
] as const)('%s', async (_name, roles, { from, to }) => {
  const { stop } = createHandOver(async () => roles.map(server), 100);
  const before = performance.now();
  await stop?.();
  const took = performance.now() - before;
  // A timer may end a fraction of a millisecond early.
  expect(took).toBeGreaterThanOrEqual(from);
  expect(took).toBeLessThan(to);
});

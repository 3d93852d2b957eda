import { describe, expect, it } from 'vitest';
import { trackTransfer } from './tracker.ts';
import { emptyState, type TransferFile, type TransferState } from './transfer.ts';

function setUp() {
  const states: TransferState[] = [];
  const changes: string[] = [];
  const tracker = trackTransfer({
    update: (state) => states.push(state),
    file: ({ path, state }) => changes.push(`${path} ${state}`),
    close: async () => undefined,
  });
  return { tracker, changes, last: () => states.at(-1) ?? emptyState };
}

const file = (path: string, done: number, state: TransferFile['state'] = 'active') => ({
  path,
  size: 10,
  done,
  state,
});
const totals = (failed: number) => ({ ...emptyState, files: { total: 3, finished: 0, failed } });

describe('trackTransfer', () => {
  it('keeps the files that move, in the order they began', () => {
    const { tracker, last } = setUp();
    tracker.file(file('a', 1));
    tracker.file(file('b', 1));
    tracker.file(file('a', 5));
    tracker.file(file('b', 10, 'finished'));
    tracker.totals('uploading', totals(0));
    expect(last().active).toEqual([file('a', 5)]);
  });

  it('tells changes of state, not every byte', () => {
    const { tracker, changes } = setUp();
    tracker.file(file('a', 1));
    tracker.file(file('a', 2));
    tracker.file(file('a', 2, 'retrying'));
    tracker.file(file('a', 10, 'finished'));
    expect(changes).toEqual(['a active', 'a retrying', 'a finished']);
  });

  it('drops a file that failed without a word', () => {
    const { tracker, last } = setUp();
    tracker.file(file('a', 1));
    tracker.totals('downloading', totals(1));
    expect(last().active).toEqual([]);
    tracker.file(file('b', 1));
    tracker.totals('downloading', totals(1));
    expect(last().active).toEqual([file('b', 1)]);
  });
});

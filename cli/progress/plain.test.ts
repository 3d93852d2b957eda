import { describe, expect, it } from 'vitest';
import { createCliTranslator } from '../context.ts';
import { plainView } from './plain.ts';
import { emptyState, type TransferFile, type TransferState } from './transfer.ts';

const uploading: TransferState = {
  ...emptyState,
  phase: 'uploading',
  files: { total: 10, finished: 3, failed: 0 },
  bytes: { total: 2_000_000, done: 500_000, resumed: 0 },
  bytesPerSecond: 100_000,
  secondsLeft: 15,
};

function setUp() {
  const lines: string[] = [];
  let time = 0;
  const view = plainView({
    translator: createCliTranslator({}),
    write: (line) => lines.push(line),
    now: () => time,
  });
  return { lines, view, wait: (seconds: number) => void (time += seconds * 1000) };
}

describe('plainView', () => {
  it('writes a line at every phase and every five seconds between', () => {
    const { lines, view, wait } = setUp();
    view.update(emptyState);
    view.update(uploading);
    wait(4);
    view.update(uploading);
    wait(1);
    view.update(uploading);
    view.update({ ...uploading, phase: 'publishing' });
    const line = 'Uploading: 25% · 500 kB of 2 MB · 100 kB/s · 15 sec left · 3 of 10 files';
    expect(lines).toEqual(['Scanning', line, line, 'Publishing']);
  });

  it('says why the whole waits, once', () => {
    const { lines, view } = setUp();
    const publishing = { ...uploading, phase: 'publishing' as const };
    const retriesAfter = Object.assign(new Error(), { name: 'NetworkError' });
    view.update(publishing);
    view.update({ ...publishing, retriesAfter });
    view.update({ ...publishing, retriesAfter });
    view.update(publishing);
    expect(lines).toEqual([
      'Publishing',
      expect.stringMatching(/^Publishing: trying again\. The server can't be reached/),
    ]);
  });

  it('says once why files are tried again', () => {
    const { lines, view } = setUp();
    const error = Object.assign(new Error(), { name: 'NetworkError' });
    const file: TransferFile = { path: 'a', size: 1, done: 0, state: 'retrying', error };
    view.file(file, uploading);
    view.file({ ...file, path: 'b' }, uploading);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^a: retrying\. The server can't be reached/);
  });
});

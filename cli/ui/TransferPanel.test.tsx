import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import { createCliTranslator } from '../context.ts';
import { emptyState, type TransferState } from '../progress/transfer.ts';
import { TransferPanel } from './TransferPanel.tsx';

const translator = createCliTranslator({});
const uploading: TransferState = {
  ...emptyState,
  phase: 'uploading',
  files: { total: 2003, finished: 1024, failed: 0 },
  bytes: { total: 2_300_000_000, done: 1_150_000_000, resumed: 0 },
  bytesPerSecond: 45_200_000,
  secondsLeft: 26,
  link: 'https://files.example.org/s/abc',
};

function frameOf(state: TransferState): string {
  const { lastFrame, unmount } = render(<TransferPanel translator={translator} state={state} />);
  const frame = lastFrame() ?? '';
  unmount();
  return frame;
}

describe('TransferPanel', () => {
  it('names the phase before anything is known', () => {
    expect(frameOf(emptyState)).toBe('Scanning');
  });

  it('shows the whole: link, bar, amount, speed, time left, files', () => {
    const [first, bar, facts] = frameOf(uploading).split('\n');
    expect(first).toMatch(/^Uploading +https:\/\/files\.example\.org\/s\/abc$/);
    expect(bar).toMatch(/^█+▌?─+ +50%$/);
    expect(facts).toBe('1.2 GB of 2.3 GB · 45.2 MB/s · 26 sec left · 1,024 of 2,003 files');
  });

  it('shows why the whole waits', () => {
    const retriesAfter = Object.assign(new Error(), { name: 'NetworkError' });
    const frame = frameOf({ ...uploading, phase: 'publishing', retriesAfter });
    expect(frame).toContain("Publishing: trying again. The server can't be reached.");
  });

  it('shows five of the files that move, and how many more there are', () => {
    const active = Array.from({ length: 8 }, (_, index) => ({
      path: `photos/${index}.jpg`,
      size: 4_000_000,
      done: 1_000_000,
      state: 'active' as const,
    }));
    const frame = frameOf({ ...uploading, active });
    expect(frame).toMatch(/photos\/4\.jpg +███─{9} +4 MB/);
    expect(frame).not.toContain('photos/5.jpg');
    expect(frame).toContain('and 3 more');
  });

  it('says why a file is tried again', () => {
    const error = Object.assign(new Error(), { name: 'NetworkError' });
    const frame = frameOf({
      ...uploading,
      active: [{ path: 'a.iso', size: 10, done: 5, state: 'retrying', error }],
    });
    expect(frame).toContain("a.iso: retrying. The server can't be reached");
  });

  it('cuts long and hostile names', () => {
    const path = `${'very-long-folder/'.repeat(20)}\u001b[2J\u202eend.txt`;
    const frame = frameOf({ ...uploading, active: [{ path, size: 10, done: 5, state: 'active' }] });
    expect(frame).not.toContain('\u202e');
    for (const line of frame.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    expect(frame).toContain('end.txt');
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { render } from 'ink-testing-library';
import { describe, expect, it, vi } from 'vitest';
import { createCliTranslator } from '../context.ts';
import { aShare } from '../testing/shares.ts';
import { Dashboard } from './Dashboard.tsx';
import type { Actions, Item } from './dashboard-items.ts';

const translator = createCliTranslator({});
const upload: Item & { kind: 'upload' } = {
  kind: 'upload',
  key: 'k',
  command: 'fileshare upload photos',
  argv: ['upload', 'photos'],
  cwd: '/home/ann',
  pid: 1,
  isRunning: false,
  url: 'https://files.example.org/s/draft',
  finished: 3,
};
const shares = ['Holiday', 'Invoices'].map(
  (name): Item => ({ kind: 'share', share: { ...aShare(), id: name as never, name } }),
);

function show(items: readonly Item[], problem: string | null = '') {
  const actions = {
    title: 'ann on https://files.example.org',
    load: vi.fn<Actions['load']>(async (showLoaded) => {
      showLoaded({ title: 'ann on https://files.example.org', items, problem });
    }),
    describe: vi.fn<Actions['describe']>(async () => ({
      lines: ['Link  https://files.example.org/s/abc'],
      code: ['▄▄▄'],
    })),
    copy: vi.fn<Actions['copy']>(async () => true),
    open: vi.fn<Actions['open']>(async () => true),
    remove: vi.fn<Actions['remove']>(async () => {}),
  } satisfies Actions;
  const onResume = vi.fn<(item: Item) => void>();
  const screen = render(<Dashboard translator={translator} actions={actions} onResume={onResume} />);
  const frame = () => screen.lastFrame() ?? '';
  const shows = async (text: string) => {
    await expect.poll(frame).toContain(text);
  };
  /** A key that comes at once meets the keys of the frame before. */
  const press = async (key: string) => {
    await sleep(50);
    screen.stdin.write(key);
  };
  return { ...screen, actions, onResume, frame, shows, press };
}

const down = '\u001b[B';

describe('Dashboard', () => {
  it('lists unfinished uploads and shares', async () => {
    const { shows, frame, unmount } = show([upload, ...shares]);
    await shows('› fileshare upload photos');
    expect(frame()).toContain('interrupted, 3 files sent');
    expect(frame()).toMatch(/ {2}Holiday/);
    expect(frame()).toContain('Enter resume');
    unmount();
  });

  it('shows what is here while the server does not answer', async () => {
    const { shows, frame, unmount } = show([], 'files.example.org does not answer.');
    await shows('files.example.org does not answer.');
    expect(frame()).not.toContain('Nothing here yet');
    unmount();
  });

  it('shows who is signed in before anything is loaded', () => {
    const { actions } = show([]);
    actions.load.mockImplementation(() => new Promise(() => {}));
    const { lastFrame, unmount } = render(
      <Dashboard translator={translator} actions={actions} onResume={() => {}} />,
    );
    expect(lastFrame()).toContain('ann on https://files.example.org');
    expect(lastFrame()).toContain('Loading…');
    unmount();
  });

  it('does not say that there is nothing before the server has answered', async () => {
    const { shows, frame, unmount } = show([], null);
    await shows('ann on https://files.example.org');
    expect(frame()).not.toContain('Nothing here yet');
    unmount();
  });

  it('acts on what is chosen', async () => {
    const { shows, press, actions, onResume, unmount } = show([upload, ...shares]);
    await shows('› fileshare');
    await press('\r');
    await expect.poll(() => onResume.mock.calls.length).toBe(1);
    await press(down);
    await shows('› Holiday');
    await press('c');
    await shows('Copied the link.');
    await press('\r');
    await shows('Link  https://files.example.org/s/abc');
    await press('x');
    await shows('› Holiday');
    expect(actions.copy.mock.calls).toEqual([['https://files.example.org/s/abc123']]);
    unmount();
  });

  it('deletes only after a yes', async () => {
    const { shows, press, actions, unmount } = show(shares);
    await shows('› Holiday');
    await press('d');
    await shows('Delete Holiday?');
    await press('n');
    await shows('Enter details');
    await press('d');
    await shows('Delete Holiday?');
    await press('y');
    await shows('Deleted Holiday.');
    expect(actions.remove.mock.calls).toEqual([[shares[0]]]);
    unmount();
  });

  it('says what to do when there is nothing', async () => {
    const { frame, unmount } = show([]);
    await expect.poll(frame).toContain('Nothing here yet.');
    unmount();
  });
});

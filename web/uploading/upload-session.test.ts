import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  FileProgress,
  JournalState,
  OwnerShare,
  UploadOptions,
  UploadProgress,
  UploadResult,
} from '#sdk/browser.js';
import { openSummaryStore } from './summary-store.ts';
import { createUploadSession, type UploadSession } from './upload-session.ts';

// The session only hands it on.
const share = { id: 'abc', url: 'https://files.example.org/s/abc' } as OwnerShare;

const progress: UploadProgress = {
  phase: 'uploading',
  retriesAfter: null,
  files: { total: 1, finished: 0, failed: 0, retrying: 0 },
  bytes: { total: 5, sent: 0, resumed: 0 },
  bytesPerSecond: 0,
  secondsLeft: null,
};

/** A transfer whose events the test decides. */
interface Fakes {
  /** What the server answers to whoever gives up. */
  problem?: Error;
  keepsArrived?: boolean;
}

const ends: (() => void)[] = [];

function fakeTransfer(left: JournalState | null = null, { problem, keepsArrived = false }: Fakes = {}) {
  let options: UploadOptions = {};
  let settle: { resolve(result: UploadResult): void; reject(error: unknown): void } | undefined;
  const calls: string[] = [];
  const notices: number[] = [];
  const session: UploadSession = createUploadSession({
    startUpload(_sources, given) {
      options = given;
      calls.push('start');
      return {
        finished: new Promise((resolve, reject) => {
          settle = { resolve, reject };
        }),
        pause: () => calls.push('pause'),
        resume: () => calls.push('resume'),
        retry: () => calls.push('retry'),
        cancel: async () => {
          calls.push('cancel');
          settle?.reject(new DOMException('cancelled', 'AbortError'));
          if (problem) throw problem;
        },
      };
    },
    toSources: () => [],
    journal: {
      load: async () => left,
      begin: async () => {},
      record: async () => {},
      clear: async () => void calls.push('clear'),
    },
    summaries: openSummaryStore('test'),
    discardDraft: async (draft) => {
      calls.push(`discard ${draft.share.id}`);
      if (problem) throw problem;
    },
    keepsArrived,
    onRetrying: (count) => notices.push(count),
  });
  ends.push(() => settle?.reject(new Error('the test is over')));
  return {
    session,
    calls,
    notices,
    report: (file: FileProgress) => options.onFile?.(file),
    sum: (progress: UploadProgress) => options.onProgress?.(progress),
    journal: () => options.journal?.load(),
    options: () => options,
    announceShare: () => options.onShare?.(share),
    finish: (result: UploadResult) => settle?.resolve(result),
    fail: (error: unknown) => settle?.reject(error),
  };
}

function pick(session: UploadSession, ...paths: string[]): void {
  session.add(paths.map((path) => ({ path, file: new File(['12345'], path) })));
}

const flush = () => vi.advanceTimersByTimeAsync(1000);

describe('createUploadSession', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(async () => {
    for (const end of ends.splice(0)) end();
    await flush();
    vi.useRealTimers();
  });

  it('sums up what was picked and removes whole folders', () => {
    const { session } = fakeTransfer();
    pick(session, 'd/a', 'd/b', 'c');
    expect(session.getSnapshot()).toMatchObject({ size: 15 });
    session.remove('d/');
    expect([...session.getSnapshot().files.keys()]).toEqual(['c']);
  });

  it('puts back what was removed, where it was, beside what was added since', () => {
    const { session } = fakeTransfer();
    pick(session, 'a', 'd/b', 'c');
    session.remove('d/b');
    expect(session.getSnapshot().removed).toMatchObject({ name: 'b', count: 1 });
    pick(session, 'e');
    session.undoRemove();
    expect([...session.getSnapshot().files.keys()]).toEqual(['a', 'd/b', 'c', 'e']);
    expect(session.getSnapshot().removed).toBeNull();
    session.clear();
    expect(session.getSnapshot().removed).toMatchObject({ name: null, count: 4 });
    session.undoRemove();
    expect(session.getSnapshot().files.size).toBe(4);
  });

  it('continues an earlier draft only when that is said, with its own settings', async () => {
    const left: JournalState = { share, uploadToken: 'x', files: new Map() };
    const fresh = fakeTransfer(left);
    pick(fresh.session, 'a');
    fresh.session.start({ password: 'open sesame' });
    expect(await fresh.journal()).toBeNull();
    expect(fresh.options()).toMatchObject({ share: { password: 'open sesame' }, continueDraft: false });
    const rest = fakeTransfer(left);
    pick(rest.session, 'a');
    rest.session.continueDraft();
    expect(await rest.journal()).toBe(left);
    expect(rest.options()).toMatchObject({ share: {}, continueDraft: true });
    rest.announceShare();
    rest.fail(new Error('broken'));
    await flush();
    rest.session.retry();
    expect(rest.options()).toMatchObject({ continueDraft: true });
  });

  it('still offers an earlier draft when nothing came of the upload', async () => {
    const transfer = fakeTransfer({ share, uploadToken: 'x', files: new Map() });
    await flush();
    pick(transfer.session, 'a');
    transfer.session.start({});
    expect(transfer.session.getSnapshot().unfinished).toBeNull();
    transfer.fail(new Error('taken'));
    await flush();
    expect(transfer.session.getSnapshot().unfinished).toMatchObject({ share });
  });

  it('publishes a burst of events once', async () => {
    const transfer = fakeTransfer();
    pick(transfer.session, ...Array.from({ length: 500 }, (_, index) => `d/${index}`));
    transfer.session.start({});
    const listener = vi.fn<() => void>();
    transfer.session.subscribe(listener);
    for (let index = 0; index < 500; index += 1) {
      transfer.report({ path: `d/${index}`, size: 5, sent: 5, state: 'finished' });
    }
    await flush();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(transfer.session.getSnapshot().items.get('d/')).toMatchObject({ finished: 500, sent: 2500 });
  });

  it('publishes the sums together with the files, and a change of phase at once', async () => {
    const transfer = fakeTransfer();
    pick(transfer.session, 'a');
    transfer.session.start({});
    transfer.sum(progress);
    expect(transfer.session.getSnapshot().stage).toMatchObject({ progress: { phase: 'uploading' } });
    const listener = vi.fn<() => void>();
    transfer.session.subscribe(listener);
    for (let sent = 1; sent <= 5; sent += 1) {
      transfer.report({ path: 'a', size: 5, sent, state: 'uploading' });
      transfer.sum({ ...progress, bytes: { ...progress.bytes, sent } });
    }
    await flush();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(transfer.session.getSnapshot().stage).toMatchObject({
      progress: { bytes: { sent: 5 }, sentFiles: 1 },
    });
  });

  it('tells once how many files are tried again', async () => {
    const transfer = fakeTransfer();
    pick(transfer.session, 'a', 'b');
    transfer.session.start({});
    for (const path of ['a', 'b', 'a']) transfer.report({ path, size: 5, sent: 0, state: 'retrying' });
    await flush();
    expect(transfer.notices).toEqual([2]);
  });

  it('goes back to the form when the share could not be created', async () => {
    const transfer = fakeTransfer();
    pick(transfer.session, 'a');
    transfer.session.start({});
    const error = new Error('taken');
    transfer.fail(error);
    await flush();
    expect(transfer.session.getSnapshot().stage).toEqual({ kind: 'choosing', error });
    expect(transfer.session.getSnapshot().files.size).toBe(1);
  });

  it('keeps the draft when files failed, and goes on with it', async () => {
    const transfer = fakeTransfer();
    pick(transfer.session, 'a');
    transfer.session.start({});
    transfer.announceShare();
    transfer.fail(new Error('broken'));
    await flush();
    expect(transfer.session.getSnapshot().stage.kind).toBe('interrupted');
    transfer.session.retry();
    expect(transfer.calls).toEqual(['start', 'start']);
    expect(transfer.session.getSnapshot().stage.kind).toBe('running');
  });

  it('leaves the files chosen after a cancellation', async () => {
    const transfer = fakeTransfer();
    pick(transfer.session, 'a');
    transfer.session.start({});
    void transfer.session.cancel();
    await flush();
    expect(transfer.calls).toEqual(['start', 'cancel']);
    expect(transfer.session.getSnapshot().stage).toEqual({ kind: 'choosing' });
    expect(transfer.session.getSnapshot().files.size).toBe(1);
  });

  it('warns before the tab is closed, only while it runs', async () => {
    const transfer = fakeTransfer();
    const isHeldBack = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isHeldBack()).toBe(false);
    transfer.session.start({});
    expect(isHeldBack()).toBe(true);
    transfer.finish({ share, uploadToken: '', files: 1, bytes: 5, resumed: 0 });
    await flush();
    expect(isHeldBack()).toBe(false);
    expect(transfer.session.getSnapshot().stage.kind).toBe('done');
  });

  it('goes on to warn of an upload while another one ends', async () => {
    const [one, other] = [fakeTransfer(), fakeTransfer()];
    one.session.start({});
    other.session.start({});
    one.finish({ share, uploadToken: '', files: 1, bytes: 5, resumed: 0 });
    await flush();
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  });

  it('keeps what could not be cancelled, with the reason', async () => {
    const problem = new Error('offline');
    const { session, announceShare } = fakeTransfer(null, { problem });
    pick(session, 'a');
    session.start({});
    announceShare();
    await session.cancel();
    expect(session.getSnapshot().stage).toMatchObject({ kind: 'interrupted', error: problem, share });
  });

  it('remembers what could not be discarded, and says why', async () => {
    const problem = new Error('offline');
    const { session, calls } = fakeTransfer({ share, uploadToken: 'x', files: new Map() }, { problem });
    await flush();
    await session.discard();
    expect(calls).toEqual(['discard abc']);
    expect(session.getSnapshot()).toMatchObject({
      stage: { kind: 'choosing', error: problem },
      unfinished: { share },
    });
  });

  it.each([true, false])('chooses what has arrived no more, where it stays: %s', async (keepsArrived) => {
    const { session, report } = fakeTransfer(null, { keepsArrived });
    pick(session, 'a', 'b');
    session.start({});
    report({ path: 'a', size: 5, sent: 5, state: 'finished' });
    await session.cancel();
    expect([...session.getSnapshot().files.keys()]).toEqual(keepsArrived ? ['b'] : ['a', 'b']);
  });

  it('offers what an earlier visit left, and can discard it', async () => {
    const files = new Map([
      ['a', { fingerprint: 'a:5:1', finished: false }],
      ['b', { fingerprint: 'b:5:1', finished: true }],
    ]);
    const summary = { shareId: 'abc', firstPath: 'a', count: 2, size: 10, sent: 5 };
    openSummaryStore('test').save(summary);
    const transfer = fakeTransfer({ share, uploadToken: 'token', files });
    await flush();
    expect(transfer.session.getSnapshot().unfinished).toEqual({
      share,
      finished: new Set(['b']),
      begun: new Set(['a']),
      fingerprints: new Map([
        ['a', 'a:5:1'],
        ['b', 'b:5:1'],
      ]),
      summary,
    });
    await transfer.session.discard();
    await flush();
    expect(transfer.calls).toEqual(['discard abc', 'clear']);
    expect(transfer.session.getSnapshot().unfinished).toBeNull();
  });
});

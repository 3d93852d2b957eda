import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { openUpload } from './open-upload.ts';
import { ProgressPanel } from './ProgressPanel.tsx';
import type { RunProgress } from './progress-tracker.ts';
import type { Stopping } from './running/StopButton.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const stopping: Stopping = {
  label: 'web.upload.cancel',
  title: 'web.upload.cancelTitle',
  text: 'web.upload.cancelText',
  confirm: 'web.upload.cancelConfirm',
};

const progress: RunProgress = {
  phase: 'uploading',
  retriesAfter: null,
  files: { total: 300, finished: 0, failed: 0, retrying: 0 },
  bytes: { total: 18_000_000, sent: 13_000_000, resumed: 0 },
  bytesPerSecond: 200_000,
  secondsLeft: 25,
  sentFiles: 210,
};

async function show(changes: Partial<RunProgress> = {}) {
  const stage = {
    kind: 'running',
    progress: { ...progress, ...changes },
    share: null,
    isPaused: false,
  } as const;
  const { session } = openUpload('test');
  await renderPage(
    <ProgressPanel stage={stage} session={session} stopping={stopping} onStop={async () => {}} />,
  );
}

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

const speed = () => screen.queryByText('200 kB/s');

describe('the progress of an upload', () => {
  it('counts the files whose bytes have been sent', async () => {
    await show();
    expect(screen.getByText('210 of 300 files')).toBeTruthy();
    expect(speed()).toBeTruthy();
  });

  it('is one calm line without a network, and no speed', async () => {
    await show();
    setOnline(false);
    expect(screen.getByText("You're offline. The upload continues by itself when you're back.")).toBeTruthy();
    expect(speed()).toBeNull();
    expect(screen.queryByText('25 sec left')).toBeNull();
    setOnline(true);
    expect(screen.queryByText(/You're offline/)).toBeNull();
    expect(speed()).toBeTruthy();
  });

  it('has no speed while everything is tried again', async () => {
    await show({ retriesAfter: new Error('500') });
    expect(screen.getByText('Waiting for the server. The upload continues by itself.')).toBeTruthy();
    expect(speed()).toBeNull();
  });
});

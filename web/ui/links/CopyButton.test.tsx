import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { CopyButton } from './CopyButton.tsx';
import { CopyIconButton } from './CopyIconButton.tsx';

const execute = vi.fn<() => boolean>();

beforeEach(() => {
  document.execCommand = execute.mockReturnValue(true);
  vi.stubGlobal('isSecureContext', false);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const click = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

describe('a copy button', () => {
  it('says so itself for two seconds, and announces it once', async () => {
    await renderPage(<CopyButton value="https://files.example.org/s/abc" />);
    vi.useFakeTimers();
    await click('Copy');
    expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(screen.getAllByText('Link copied')).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
    expect(screen.queryByText('Link copied')).toBeNull();
  });

  it('keeps its name where it is an icon', async () => {
    await renderPage(<CopyIconButton value="x" label="Copy the link of Photos" />);
    await click('Copy the link of Photos');
    expect(screen.getByRole('button', { name: 'Copy the link of Photos' }).title).toBe('Copied');
    expect(screen.getByText('Link copied')).toBeTruthy();
  });

  it('says when the browser refuses', async () => {
    execute.mockReturnValue(false);
    await renderPage(<CopyButton value="x" />);
    await click('Copy');
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
    expect(await screen.findByText(/could not be copied|couldn't/i)).toBeTruthy();
  });
});

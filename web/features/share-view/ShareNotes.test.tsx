import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CurrentUserContext } from '../../lib/session.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleShare } from '../../testing/sample-share.ts';
import { sampleUser } from '../../testing/sample-user.ts';
import { refuse, stubServer } from '../../testing/stub-server.ts';
import { ShareNotes } from './ShareNotes.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const route = 'GET /shares/abc123/owner';
const owned = (state: string) => () => ({ status: 200, body: { state } });

async function render(isSignedIn: boolean, answer = owned('active') as () => ReturnType<typeof refuse>) {
  const requests = stubServer({ [route]: answer });
  await renderPage(
    <CurrentUserContext value={isSignedIn ? sampleUser : null}>
      <ShareNotes share={sampleShare({ isAdding: true })} />
    </CurrentUserContext>,
  );
  return requests;
}

describe('the notes above the files', () => {
  it.each([
    ['active', /your view isn't counted/],
    ['draft', /isn't published yet/],
    ['expired', /has expired\. Only people who can manage it/],
  ])('tell those who manage a share that is %s', async (state, note) => {
    await render(true, owned(state));
    expect(await screen.findByText(note)).toBeTruthy();
  });

  it('say that files are being added, and ask nothing for a visitor', async () => {
    const requests = await render(false);
    expect(screen.getByText(/The sender is adding files/)).toBeTruthy();
    expect(requests).toEqual([]);
  });

  it('say nothing more to a signed-in visitor who does not manage it', async () => {
    const requests = await render(true, () => refuse('share_not_found'));
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    expect(screen.queryByText(/your visit|Only people who can manage/)).toBeNull();
  });
});

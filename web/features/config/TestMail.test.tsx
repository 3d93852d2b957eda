import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { CurrentUserContext } from '../../lib/session.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleUser } from '../../testing/sample-user.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { TestMail } from './TestMail.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const [isSaved, setSaved] = useState(true);
  return (
    <CurrentUserContext value={sampleUser}>
      <TestMail isSaved={isSaved} />
      <button type="button" onClick={() => setSaved(!isSaved)}>
        Change
      </button>
    </CurrentUserContext>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('forgets the answer of the mail server once another one is set', async () => {
  stubServer({ 'POST /configs/admin/testEmail': () => ({ status: 200, body: { answer: '250 queued' } }) });
  await renderPage(<Page />);
  await press('Send test email');
  await screen.findByText('250 queued');
  await press('Change');
  await press('Change');
  expect(screen.queryByText('250 queued')).toBeNull();
});

import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { ManagedUser } from '#sdk/contract/users.js';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleUser } from '../../testing/sample-user.ts';
import { UserRow } from './UserRow.tsx';

const { id, username, email, isAdmin, totpEnabled, totpRequired, createdAt } = sampleUser;

function aUser(given: Partial<ManagedUser>): ManagedUser {
  return ManagedUser.parse({
    id,
    username,
    displayName: null,
    email,
    isAdmin,
    totpEnabled,
    totpRequired,
    createdAt,
    hasPassword: true,
    isDisabled: false,
    providers: [],
    quota: null,
    shares: 0,
    size: 0,
    lastSignInAt: null,
    ...given,
  });
}

async function show(user: ManagedUser) {
  await renderPage(
    <table>
      <tbody>
        <UserRow user={user} onAction={() => {}} />
      </tbody>
    </table>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Actions for mia' }));
  await screen.findByRole('menuitem', { name: 'Edit' });
}

afterEach(cleanup);

describe('a user in the list', () => {
  it('without a password and a linked account is invited, and can be invited again', async () => {
    await show(aUser({ hasPassword: false }));
    expect(screen.getByText('Invited')).toBeTruthy();
    expect(screen.getByRole('menuitem', { name: 'Invite again' })).toBeTruthy();
  });

  it('who signs in with a provider alone is no invited one, and shows with which', async () => {
    await show(aUser({ hasPassword: false, providers: ['github', 'oidc'] }));
    expect(screen.getByText('Active')).toBeTruthy();
    expect(screen.getByText('Linked: GitHub and OpenID Connect')).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Invite again' })).toBeNull();
  });

  it('who is disabled is that, whatever is linked', async () => {
    await show(aUser({ isDisabled: true, providers: ['github'] }));
    expect(screen.getByText('Disabled')).toBeTruthy();
  });
});

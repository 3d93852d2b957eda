import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { UserId, WorkloadIdentityId } from '#sdk/contract/formats/primitives.js';
import { ManagedUser } from '#sdk/contract/users.js';
import type { WorkloadIdentity } from '#sdk/contract/workload-identities.js';
import { client } from '../../lib/sdk.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { WorkloadsPage } from './WorkloadsPage.tsx';

const userId = UserId.parse('b'.repeat(32));

const workload: WorkloadIdentity = {
  id: WorkloadIdentityId.parse('a'.repeat(32)),
  name: 'Releases of app',
  user: { id: userId, username: 'builds' },
  issuer: 'https://token.actions.githubusercontent.com',
  audience: 'https://files.example.org',
  claims: { repository: 'acme/app', ref: 'refs/tags/*' },
  scopes: ['shares:write'],
  createdAt: '2030-01-01T00:00:00.000Z',
};

const builds = ManagedUser.parse({
  id: userId,
  username: 'builds',
  displayName: null,
  email: 'builds@example.org',
  isAdmin: false,
  hasPassword: true,
  totpEnabled: false,
  totpRequired: false,
  createdAt: '2030-01-01T00:00:00.000Z',
  isDisabled: false,
  providers: [],
  quota: null,
  shares: 0,
  size: 0,
  lastSignInAt: null,
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(workloads: WorkloadIdentity[] = [workload]) {
  vi.spyOn(client.workloadIdentities, 'list').mockResolvedValue(workloads);
  vi.spyOn(client.users, 'list').mockResolvedValue({ users: [builds], nextCursor: null, total: 1 });
  await renderPage(<WorkloadsPage />, '/admin/workloads');
}

async function openForm() {
  await open([]);
  await userEvent.click(await screen.findByRole('button', { name: 'New workload identity' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Name'), 'Releases of app');
  await userEvent.type(dialog.getByLabelText('Account'), 'Builds@example.org');
  await userEvent.type(dialog.getByLabelText('Current password'), 'secret');
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'New workload identity' }));
  return { dialog, submit };
}

describe('workload identities', () => {
  it('say in words who acts as whom, and when', async () => {
    await open();
    const text = 'repository is “acme/app” and ref begins with “refs/tags/”';
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText('Acts as “builds”')).toBeTruthy();
    expect(
      screen.getByText(
        'Tokens from https://token.actions.githubusercontent.com for https://files.example.org',
      ),
    ).toBeTruthy();
    expect(screen.getByText(/Write shares/)).toBeTruthy();
  });

  it('say that there are none', async () => {
    await open([]);
    expect(await screen.findByText('No workload identities yet.')).toBeTruthy();
  });

  it('are created for a CI system and an account that is named', async () => {
    const create = vi.spyOn(client.workloadIdentities, 'create').mockResolvedValue(workload);
    const { dialog, submit } = await openForm();
    await userEvent.type(dialog.getByLabelText('Conditions'), 'repository=acme/app\nref = refs/tags/*');
    await submit();
    expect(await screen.findByText('Workload identity created')).toBeTruthy();
    expect(create).toHaveBeenCalledWith({
      body: {
        name: 'Releases of app',
        userId,
        issuer: 'https://token.actions.githubusercontent.com',
        claims: { repository: 'acme/app', ref: 'refs/tags/*' },
        scopes: ['shares:write'],
        password: 'secret',
      },
    });
  });

  it('are not created for one of several accounts that may be meant', async () => {
    const create = vi.spyOn(client.workloadIdentities, 'create').mockResolvedValue(workload);
    const { dialog, submit } = await openForm();
    const other = { ...builds, id: UserId.parse('c'.repeat(32)), username: 'other' };
    vi.spyOn(client.users, 'list').mockResolvedValue({ users: [builds, other], nextCursor: null, total: 2 });
    await userEvent.type(dialog.getByLabelText('Conditions'), 'repository=acme/app');
    await submit();
    await vi.waitFor(() =>
      expect(dialog.getByLabelText('Account').getAttribute('aria-invalid')).toBe('true'),
    );
    expect(create).not.toHaveBeenCalled();
  });

  it('are created for any other issuer', async () => {
    const create = vi.spyOn(client.workloadIdentities, 'create').mockResolvedValue(workload);
    const { dialog, submit } = await openForm();
    await userEvent.selectOptions(dialog.getByLabelText('CI system'), 'Other (OpenID Connect)');
    await userEvent.type(dialog.getByLabelText('Issuer'), 'https://ci.example.org');
    await userEvent.type(dialog.getByLabelText('Conditions'), 'sub=builds');
    await userEvent.type(dialog.getByLabelText('Audience'), 'files');
    await submit();
    expect(await screen.findByText('Workload identity created')).toBeTruthy();
    expect(create.mock.calls[0]?.[0].body).toMatchObject({
      issuer: 'https://ci.example.org',
      audience: 'files',
      claims: { sub: 'builds' },
    });
  });

  it('are refused with a reason at the field that it concerns', async () => {
    const create = vi.spyOn(client.workloadIdentities, 'create').mockRejectedValue(
      new AppError(
        'validation_failed',
        { field: 'claims', problem: 'claims_too_open' },
        {
          issues: [{ field: 'claims', code: 'claims_too_open' }],
        },
      ),
    );
    const { dialog, submit } = await openForm();
    const conditions = dialog.getByLabelText('Conditions');
    await userEvent.type(conditions, 'repository');
    await submit();
    expect(await dialog.findByText(/on a line of its own, as name=value/)).toBeTruthy();
    await userEvent.clear(conditions);
    await userEvent.type(conditions, 'ref=main');
    await userEvent.clear(dialog.getByLabelText('Account'));
    await userEvent.type(dialog.getByLabelText('Account'), 'build');
    await submit();
    expect(await dialog.findByText(/User not found/)).toBeTruthy();
    expect(create).not.toHaveBeenCalled();
    await userEvent.type(dialog.getByLabelText('Account'), 's');
    await submit();
    expect(await dialog.findByText(/Anyone can get a token from this issuer/)).toBeTruthy();
    create.mockRejectedValue(new AppError('workload_identity_name_taken'));
    await submit();
    expect(await dialog.findByText(/There is already a workload identity with this name/)).toBeTruthy();
    expect(dialog.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  });

  it('are deleted after a question', async () => {
    await open();
    const remove = vi.spyOn(client.workloadIdentities, 'remove').mockResolvedValue(undefined);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete: Releases of app' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/“Releases of app” lose access immediately/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Workload identity deleted')).toBeTruthy();
    expect(remove).toHaveBeenCalledWith({ params: { id: workload.id } });
  });
});

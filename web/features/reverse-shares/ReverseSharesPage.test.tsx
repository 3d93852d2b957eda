import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleReverseShare } from '../../testing/sample-reverse-share.ts';
import { refuse, stubServer } from '../../testing/stub-server.ts';
import { ReverseSharesPage } from './ReverseSharesPage.tsx';

const path = `/reverseShares/${sampleReverseShare.id}`;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(reverseShares: ReverseShare[], sendsMail = false) {
  const requests = stubServer({
    'GET /reverseShares': () => ({ status: 200, body: { reverseShares, nextCursor: null } }),
    'POST /reverseShares': (body) =>
      typeof body === 'object' && body !== null && 'maxUses' in body && body.maxUses === 13
        ? refuse('share_expiration_too_late', { max: '2030-01-02T00:00:00.000Z' })
        : { status: 201, body: sampleReverseShare },
    [`PATCH ${path}`]: () => ({ status: 200, body: sampleReverseShare }),
    [`DELETE ${path}`]: () => ({ status: 204 }),
  });
  const value = configFrom([
    { key: 'smtp.enabled', type: 'boolean', value: String(sendsMail), defaultValue: 'false' },
  ]);
  await renderPage(
    <ConfigContext value={value}>
      <ReverseSharesPage />
    </ConfigContext>,
  );
  const sent = (route: string) => requests.findLast((request) => request.route === route)?.body;
  return { requests, sent };
}

async function choose(item: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Wedding' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}

describe('reverse shares', () => {
  it('explain themselves while there is none, and are created with what is usual', async () => {
    const { sent } = await open([]);
    await userEvent.click(await screen.findByRole('button', { name: 'New reverse share' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Wedding');
    expect(screen.queryByRole('checkbox', { name: /^Email me when/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByRole('heading', { name: 'Your upload link is ready' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Upload link' }).value).toBe(
      sampleReverseShare.url,
    );
    expect(sent('POST /reverseShares')).toEqual({
      name: 'Wedding',
      expiration: '7-days',
      sendsNotification: false,
      requiresSignIn: false,
      hasSimpleForm: false,
    });
  });

  it('take limits, and say what is wrong with them beside the fields', async () => {
    const { requests, sent } = await open([], true);
    await userEvent.click(await screen.findByRole('button', { name: 'New reverse share' }));
    await userEvent.type(screen.getByLabelText('Maximum share size'), 'big');
    await userEvent.type(screen.getByLabelText('Maximum uses'), '0');
    await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByText('Must be a number')).toBeTruthy();
    expect(requests.some(({ route }) => route.startsWith('POST'))).toBe(false);
    await userEvent.clear(screen.getByLabelText('Maximum share size'));
    await userEvent.type(screen.getByLabelText('Maximum share size'), '250');
    await userEvent.selectOptions(screen.getByLabelText('Unit'), 'MB');
    await userEvent.clear(screen.getByLabelText('Maximum uses'));
    await userEvent.type(screen.getByLabelText('Maximum uses'), '13');
    await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByText(/^Expiration exceeds maximum expiration date/)).toBeTruthy();
    expect(sent('POST /reverseShares')).toMatchObject({
      maxShareSize: 250_000_000,
      maxUses: 13,
      sendsNotification: true,
    });
  });

  it('are edited without a word about what stays', async () => {
    const { sent } = await open([sampleReverseShare]);
    await choose('Edit');
    await userEvent.clear(screen.getByRole('textbox', { name: 'Name' }));
    await userEvent.click(screen.getByRole('checkbox', { name: /^Remove the password/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(sent(`PATCH ${path}`)).toEqual({ name: null, password: null }));
  });

  it('are closed and opened again', async () => {
    const { sent } = await open([sampleReverseShare]);
    await choose('Close');
    expect(await screen.findByText('Reverse share closed. The link no longer accepts files.')).toBeTruthy();
    expect(sent(`PATCH ${path}`)).toEqual({ isClosed: true });
    cleanup();
    const closed = await open([{ ...sampleReverseShare, state: 'closed' }]);
    await choose('Reopen');
    await vi.waitFor(() => expect(closed.sent(`PATCH ${path}`)).toEqual({ isClosed: false }));
  });

  it('are deleted only after saying how much goes with them', async () => {
    const { requests } = await open([sampleReverseShare]);
    await choose('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete this reverse share?' });
    expect(within(dialog).getByText(/7 shares received through it and their files \(2\.3 GB\)/)).toBeTruthy();
    expect(requests.some(({ route }) => route.startsWith('DELETE'))).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete reverse share' }));
    await vi.waitFor(() => expect(requests.some(({ route }) => route === `DELETE ${path}`)).toBe(true));
  });

  it('ask before they lose what was typed', async () => {
    await open([]);
    await userEvent.click(await screen.findByRole('button', { name: 'New reverse share' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Wedding');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect(name.value).toBe('Wedding');

    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  });
});

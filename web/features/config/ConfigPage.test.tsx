import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AdminConfigVariable } from '#sdk/contract/config/api.js';
import { type ConfigKey, configCategories, configKeysOf } from '#sdk/contract/config.js';
import type { CurrentUser } from '#sdk/contract/users.js';
import { aVariable } from '#sdk/testing/config-variable.js';
import { CurrentUserContext } from '../../lib/session.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleUser } from '../../testing/sample-user.ts';
import { type StubRequest, stubServer } from '../../testing/stub-server.ts';
import { ConfigPage } from './ConfigPage.tsx';

let values: Map<string, Partial<AdminConfigVariable>>;
let requests: StubRequest[];
let refusal: { status: number; body: unknown } | null;
/** What a change waits for. */
let hold: Promise<void> | undefined;
let adminsWithoutTotp = { count: 0, includesYou: false };

beforeEach(() => {
  values = new Map();
  refusal = null;
  hold = undefined;
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

function list(category: string): AdminConfigVariable[] {
  return configKeysOf(category).map((key) => {
    const given = values.get(key);
    return aVariable(key, { isSet: given !== undefined, ...given });
  });
}

async function open(category: string, user: CurrentUser = sampleUser) {
  requests = stubServer({
    ...Object.fromEntries(
      configCategories.map((name) => [
        `GET /configs/admin/${name}`,
        () => ({ status: 200, body: list(name) }),
      ]),
    ),
    'PATCH /configs/admin': async () => {
      await hold;
      return refusal ?? { status: 200, body: list(category) };
    },
    'POST /configs/admin/mailPreview': () => ({
      status: 200,
      body: { subject: 'Hello Ann', text: 'Plain', html: '<p>Rich</p>' },
    }),
    'GET /adminsWithoutTotp': () => ({ status: 200, body: adminsWithoutTotp }),
    'POST /configs/admin/testEmail': () => ({ status: 200, body: { answer: '250 queued' } }),
  });
  await renderPage(
    <CurrentUserContext value={user}>
      <Routes>
        <Route path="/admin/config/:category" element={<ConfigPage />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </CurrentUserContext>,
    `/admin/config/${category}`,
  );
}

function refuseField(field: ConfigKey, code: string, params = {}) {
  const issues = [{ field, code, params }];
  const about = { message: 'x', params: { key: field, problem: code }, requestId: 'test' };
  return { status: 400, body: { error: 'config_invalid', issues, ...about } };
}

/** Keeps changes waiting until it is called. */
function holdChanges(): () => void {
  let release = () => {};
  hold = new Promise((resolve) => {
    release = resolve;
  });
  return () => release();
}

const sent = () => requests.filter(({ route }) => route.startsWith('PATCH')).map(({ body }) => body);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('a page of the configuration', () => {
  it('saves all changes at once, sizes and times in their smallest unit', async () => {
    await open('share');
    const size = await screen.findByLabelText('Maximum share size');
    await userEvent.clear(size);
    await userEvent.type(size, '2,5');
    await userEvent.selectOptions(screen.getByLabelText('Unit for Maximum share size'), 'GB');
    await userEvent.click(screen.getByRole('switch', { name: 'Registration' }));
    expect(screen.getByText('2 changes')).toBeTruthy();
    await save();
    await waitFor(() =>
      expect(sent()).toEqual([
        [
          { key: 'share.allowRegistration', value: 'true' },
          { key: 'share.maxSize', value: '2500000000' },
        ],
      ]),
    );
  });

  it('says at the field what is wrong, in the unit of the field, and sends nothing', async () => {
    await open('share');
    const chunk = await screen.findByLabelText('Chunk size');
    await userEvent.clear(chunk);
    await userEvent.type(chunk, '9000');
    await save();
    expect(await screen.findByText('Must be at most 5 GB')).toBeTruthy();
    expect(document.activeElement).toBe(chunk);
    expect(sent()).toEqual([]);
  });

  it('shows the refusal of the server where it belongs, until something else is typed', async () => {
    await open('share');
    const files = await screen.findByLabelText('Files per share');
    await userEvent.clear(files);
    await userEvent.type(files, '7');
    refusal = refuseField('share.maxFiles', 'too_small', { minimum: 8 });
    await save();
    expect(await screen.findByText('Must be at least 8')).toBeTruthy();
    await userEvent.type(files, '5');
    expect(screen.queryByText('Must be at least 8')).toBeNull();
  });

  it('shows a locked variable with the reason, and no way to change it', async () => {
    values.set('general.appName', { value: 'Files', lockedBy: 'FILESHARE_CONFIG_GENERAL_APP_NAME' });
    await open('general');
    const name = await screen.findByLabelText<HTMLInputElement>('Name');
    expect([name.value, name.readOnly]).toEqual(['Files', true]);
    expect(screen.getByText(/environment variable FILESHARE_CONFIG_GENERAL_APP_NAME/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reset to default: Name' })).toBeNull();
  });

  it('puts a variable back to its default', async () => {
    values.set('general.sessionDuration', { value: '24' });
    await open('general');
    const duration = await screen.findByLabelText<HTMLInputElement>('Session duration');
    expect(duration.value).toBe('1');
    await userEvent.click(screen.getByRole('button', { name: 'Reset to default: Session duration' }));
    expect(screen.getByLabelText<HTMLInputElement>('Session duration').value).toBe('90');
    await save();
    await waitFor(() => expect(sent()).toEqual([[{ key: 'general.sessionDuration', value: '' }]]));
  });

  it('never shows a secret, replaces and removes it', async () => {
    values.set('smtp.password', {});
    await open('smtp');
    const secret = await screen.findByRole('group', { name: 'Password' });
    expect(within(secret).getByText('Set, but never shown.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove: Password' }));
    expect(screen.getByText('1 change')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Keep current' }));
    expect(screen.queryByText('1 change')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Replace: Password' }));
    await userEvent.type(screen.getByLabelText('Password'), ' new ');
    await save();
    await waitFor(() => expect(sent()).toEqual([[{ key: 'smtp.password', value: ' new ' }]]));
  });

  it('says what a switch still needs, at the switch and at the fields', async () => {
    await open('smtp');
    await userEvent.click(await screen.findByRole('switch', { name: 'Send email' }));
    expect(screen.getByText('Still missing: Mail server and Sender')).toBeTruthy();
    await save();
    expect(await screen.findAllByText('This field is required')).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByLabelText('Mail server'));
    expect(sent()).toEqual([]);
  });

  it('says for each provider where it is registered, and with which callback address', async () => {
    await open('oauth');
    const section = within(await screen.findByRole('region', { name: 'Microsoft' }));
    expect(section.getByText(/xms_edov/)).toBeTruthy();
    const page = section.getByRole('link', { name: "Open Microsoft's setup page" });
    expect(new URL(page.getAttribute('href') ?? '').hostname).toBe('entra.microsoft.com');
    expect(section.getByDisplayValue(/\/api\/oauth\/callback\/microsoft$/)).toBeTruthy();
    expect(screen.queryByText(/later version/)).toBeNull();
  });

  it('tests mail with what is saved only, and shows the answer', async () => {
    await open('smtp');
    const host = await screen.findByLabelText('Mail server');
    await userEvent.type(host, 'mail.example.org');
    const test = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send test email' });
    expect(test().disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    await userEvent.click(test());
    expect(await screen.findByText('250 queued')).toBeTruthy();
  });

  it('writes a placeholder at the cursor and previews the mail as it is typed', async () => {
    await open('email');
    const subject = await screen.findByLabelText<HTMLInputElement>('Subject of emails to recipients');
    await userEvent.type(subject, 'From  today');
    subject.setSelectionRange(5, 5);
    const names = screen.getByRole('group', { name: 'Placeholders for Subject of emails to recipients' });
    await userEvent.click(within(names).getByRole('button', { name: /creator/ }));
    expect(screen.getByLabelText<HTMLInputElement>('Subject of emails to recipients').value).toBe(
      'From {creator} today',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Preview: Email to share recipients' }));
    await screen.findByText('Hello Ann');
    expect(requests.at(-1)?.body).toEqual({
      template: 'shareRecipients',
      subject: 'From {creator} today',
      message: '',
    });
    expect(screen.getByTitle('Formatted').getAttribute('sandbox')).toBe('');
    await userEvent.click(screen.getByRole('button', { name: 'Plain text' }));
    expect(screen.getByText('Plain')).toBeTruthy();
  });

  it('holds back whoever would leave with something unsaved', async () => {
    await open('legal');
    await userEvent.click(await screen.findByRole('switch', { name: 'Legal pages' }));
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    await userEvent.click(screen.getByRole('link', { name: 'Administration' }));
    expect(await screen.findByText('Leave without saving?')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(screen.queryByText('elsewhere')).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Administration', hidden: true }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    expect(await screen.findByText('elsewhere')).toBeTruthy();
  });
});

describe('what is being edited', () => {
  const nameField = () => screen.findByLabelText<HTMLInputElement>('Name');

  it('begins with what the server has now, not with what it had on the last visit', async () => {
    values.set('share.chunkSize', { value: '50000000' });
    await open('share');
    await screen.findByDisplayValue('50');
    await userEvent.click(screen.getByRole('link', { name: 'General' }));
    await nameField();
    values.set('share.chunkSize', { value: '70000000' });
    await userEvent.click(screen.getByRole('link', { name: 'Shares' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Chunk size').value).toBe('70'));
  });

  it('keeps what is typed while a change is being saved', async () => {
    await open('general');
    const name = await nameField();
    await userEvent.type(name, '!');
    const release = holdChanges();
    await save();
    values.set('general.appName', { value: name.value });
    await userEvent.clear(screen.getByLabelText('Session duration'));
    await userEvent.type(screen.getByLabelText('Session duration'), '5');
    release();
    await screen.findByText('1 change');
    expect(screen.getByLabelText<HTMLInputElement>('Session duration').value).toBe('5');
    expect(screen.queryByText(/^Saved/)).toBeNull();
  });

  it('is there again for the same person after the page was left by force, but no secret', async () => {
    await open('smtp');
    await userEvent.type(await screen.findByLabelText('Mail server'), 'mail.example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    cleanup();
    expect(sessionStorage).toHaveLength(1);
    expect(sessionStorage.getItem(sessionStorage.key(0) ?? '')).not.toContain('secret');
    await open('smtp');
    await screen.findByDisplayValue('mail.example.org');
    await screen.findByText('1 change');
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(sessionStorage).toHaveLength(0);
  });

  it('loses the focus neither by saving nor by a reset, and is announced once', async () => {
    values.set('general.sessionDuration', { value: '24' });
    await open('general');
    const name = await nameField();
    await userEvent.type(name, '!');
    values.set('general.appName', { value: name.value });
    if (name.form) fireEvent.submit(name.form);
    await screen.findByText(/^Saved/);
    expect(document.activeElement).toBe(name);
    await userEvent.click(screen.getByRole('button', { name: 'Reset to default: Session duration' }));
    const duration = screen.getByLabelText('Session duration');
    await waitFor(() => expect(document.activeElement).toBe(duration));
    values.delete('general.sessionDuration');
    await save();
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Saved/));
    expect(screen.getAllByText(/^Saved/)).toHaveLength(1);
  });

  it('shows a refusal once, at a field that was not changed too, with what it holds now', async () => {
    values.set('smtp.email', { value: 'old@example.org' });
    await open('smtp');
    await userEvent.type(await screen.findByLabelText('Mail server'), 'mail.example.org');
    values.delete('smtp.email');
    refusal = refuseField('smtp.email', 'required');
    await save();
    await screen.findByText('This field is required');
    expect(screen.queryByText(/smtp\.email/)).toBeNull();
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Sender').value).toBe(''));
  });

  it('tells screen readers the default where it was changed, and why it is locked', async () => {
    values.set('share.chunkSize', { value: '5000000' });
    values.set('share.maxFiles', { value: '5', lockedBy: 'FILESHARE_CONFIG_SHARE_MAX_FILES' });
    await open('share');
    const described = (label: string) =>
      (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ');
    await screen.findByLabelText('Chunk size');
    expect(described('Chunk size')).toMatch(/Default: \S+/);
    expect(described('Retention')).not.toContain('Default');
    expect(described('Files per share')).toContain('FILESHARE_CONFIG_SHARE_MAX_FILES');
  });
});

describe('requiring two-factor authentication of administrators', () => {
  const require = async () =>
    userEvent.click(
      await screen.findByRole('switch', { name: 'Require two-factor authentication from administrators' }),
    );

  it('asks an administrator who has none, and saves only after the answer', async () => {
    adminsWithoutTotp = { count: 3, includesYou: true };
    await open('policies');
    await require();
    await save();
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      dialog.getByText(/set it up right after saving, and can't do anything else until you have/),
    ).toBeTruthy();
    expect(dialog.getByText(/Other administrators without two-factor authentication: 2/)).toBeTruthy();
    expect(dialog.getByText(/policies.adminTotp false --local --data-dir DIR/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([]);
    await save();
    const again = within(await screen.findByRole('dialog'));
    await userEvent.click(again.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent()).toEqual([[{ key: 'policies.adminTotp', value: 'true' }]]));
  });

  it('asks one who has it on behalf of those who do not', async () => {
    adminsWithoutTotp = { count: 1, includesYou: false };
    await open('policies', { ...sampleUser, totpEnabled: true });
    await require();
    await save();
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('heading').textContent).toBe(
      "Some administrators don't use two-factor authentication",
    );
    expect(sent()).toEqual([]);
  });

  it('does not ask when all of them have it', async () => {
    adminsWithoutTotp = { count: 0, includesYou: false };
    await open('policies', { ...sampleUser, totpEnabled: true });
    await require();
    await save();
    await waitFor(() => expect(sent()).toEqual([[{ key: 'policies.adminTotp', value: 'true' }]]));
  });
});

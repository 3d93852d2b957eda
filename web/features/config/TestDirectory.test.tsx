import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { DirectoryPerson } from '#sdk/contract/config/api.js';
import { renderPage } from '../../testing/render-page.tsx';
import { refuse, stubServer } from '../../testing/stub-server.ts';
import { TestDirectory } from './TestDirectory.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const [isSaved, setSaved] = useState(true);
  return (
    <>
      <TestDirectory isSaved={isSaved} />
      <button type="button" onClick={() => setSaved(!isSaved)}>
        Change
      </button>
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const endpoint = 'POST /configs/admin/testDirectory';

async function open(person: DirectoryPerson | null) {
  const requests = stubServer({ [endpoint]: () => ({ status: 200, body: { person } }) });
  await renderPage(<Page />);
  return () => requests.filter(({ route }) => route === endpoint).map(({ body }) => body);
}

const ann: DirectoryPerson = {
  dn: 'uid=ann,ou=people,dc=example,dc=org',
  username: 'ann',
  email: null,
  displayName: null,
  groups: ['cn=staff,dc=example,dc=org', 'cn=admins,dc=example,dc=org'],
  refusal: 'no_email',
  isAdmin: false,
  quota: 50e9,
};

it('tests only the connection when no name is given', async () => {
  const sent = await open(null);
  await press('Test connection');
  await screen.findByText(/accepts the search account/);
  expect(sent()).toEqual([{}]);
  expect(screen.queryByRole('term')).toBeNull();
});

it('shows what the directory says about a person, and what their groups give', async () => {
  const sent = await open(ann);
  await userEvent.type(screen.getByLabelText(/Username or email address/), 'ann');
  await press('Test connection');
  await screen.findByText(ann.dn);
  expect(sent()).toEqual([{ username: 'ann' }]);
  const facts = screen.getAllByRole('term').map((term) => term.textContent);
  const values = screen.getAllByRole('definition').map((definition) => definition.textContent);
  expect(facts.map((fact, index) => `${fact}: ${values[index]}`)).toEqual([
    `DN: ${ann.dn}`,
    'Username: ann',
    'Email address: –',
    'Display name: –',
    `Groups: ${ann.groups.join('\n')}`,
    'May sign in: No: the directory has no valid email address',
    'Administrator: No',
    'Storage limit: 50 GB',
  ]);
});

it('forgets the answer once the settings change', async () => {
  await open(null);
  await press('Test connection');
  await screen.findByText(/accepts the search account/);
  await press('Change');
  expect(screen.getByRole('button', { name: 'Test connection' }).hasAttribute('disabled')).toBe(true);
  await press('Change');
  expect(screen.queryByText(/accepts the search account/)).toBeNull();
});

it('says what is wrong', async () => {
  stubServer({
    [endpoint]: () => refuse('directory_bind_refused', { answer: 'Invalid credentials' }),
  });
  await renderPage(<Page />);
  await press('Test connection');
  expect(await screen.findByText(/refused the search account.*Invalid credentials/)).toBeTruthy();
});

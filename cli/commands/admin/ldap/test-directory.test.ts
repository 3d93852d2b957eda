import { expect, it } from 'vitest';
import type { DirectoryPerson } from '#sdk/contract/config/api.js';
import { testContext } from '../../../testing/context.ts';
import { stub } from '../../../testing/stub.ts';
import { testDirectory } from './test-directory.ts';

const ann: DirectoryPerson = {
  dn: 'uid=ann,dc=example,dc=org',
  username: 'ann',
  email: 'ann@example.org',
  displayName: null,
  groups: ['cn=staff,dc=example,dc=org', 'cn=admins,dc=example,dc=org'],
  refusal: null,
  isAdmin: null,
  quota: 0,
};

function directory(person: DirectoryPerson | null) {
  const send = stub(() => ({ person }));
  return { send, ...testContext({ client: { configs: { testDirectory: send } } }) };
}

it('admin ldap test says that the directory works', async () => {
  const { context, send, stderr } = directory(null);
  const result = await testDirectory.run(context, { args: [], options: {} });
  expect(send).toHaveBeenCalledWith({ body: {} });
  expect(testDirectory.view?.(result, context)).toEqual([]);
  expect(stderr()).toContain('The directory works');
});

it('admin ldap test shows a person', async () => {
  const { context, send } = directory(ann);
  const result = await testDirectory.run(context, { args: ['ann'], options: {} });
  expect(send).toHaveBeenCalledWith({ body: { username: 'ann' } });
  expect(testDirectory.view?.(result, context)).toEqual([
    'dn\tuid=ann,dc=example,dc=org',
    'username\tann',
    'email\tann@example.org',
    'displayName\t',
    'groups\tcn=staff,dc=example,dc=org',
    'groups\tcn=admins,dc=example,dc=org',
    'refusal\t',
    'isAdmin\t',
    'quota\t0',
  ]);
  context.streams.stdout.isTTY = true;
  expect(testDirectory.view?.(result, context)).toEqual([
    'DN             uid=ann,dc=example,dc=org',
    'Username       ann',
    'Email          ann@example.org',
    'Name',
    'Groups         cn=staff,dc=example,dc=org',
    '               cn=admins,dc=example,dc=org',
    'May sign in    yes',
    'Administrator  not set by groups',
    'Quota          unlimited',
  ]);
});

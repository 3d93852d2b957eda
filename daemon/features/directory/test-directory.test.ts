import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '#sdk/index.js';
import { outcomeOf, signIn } from '../../testing/clients.ts';
import { startWithDirectory, type TestDirectory } from '../../testing/directory.ts';
import {
  directoryPassword,
  dnOf,
  hasLdapServer,
  type LdapServer,
} from '../../testing/engines/ldap-server.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { addMember } from '../../testing/members.ts';
import type { TestApp } from '../../testing/start-app.ts';

type Client = Awaited<ReturnType<typeof signIn>>;

const clock = createFakeClock();

describe.skipIf(!hasLdapServer)('the test of the directory', () => {
  let directory: TestDirectory;
  let ldap: LdapServer;
  let app: TestApp;
  let admin: Client;
  let log = '';

  beforeAll(async () => {
    directory = await startWithDirectory(
      {
        ann: { displayName: 'Ann Lee', groups: ['staff', 'admins'] },
        carl: { email: null },
        dora: {},
        erik: {},
      },
      {
        clock,
        env: { FILESHARE_LOG_LEVEL: 'debug' },
        logDestination: { write: (line) => void (log += line) },
      },
    );
    ({ ldap, app } = directory);
    admin = await signIn(app);
  });
  afterAll(() => directory.stop());

  /** The password last: it is removed when the address changes. */
  async function configure(changes: Readonly<Record<string, string>> = {}): Promise<void> {
    const { 'ldap.bindPassword': password = '', ...others } = { ...directory.settings, ...changes };
    await admin.configs.update({ body: Object.entries(others).map(([key, value]) => ({ key, value })) });
    await admin.configs.update({ body: [{ key: 'ldap.bindPassword', value: password }] });
  }

  beforeEach(async () => {
    // Past the limit of the tests before.
    clock.advance(11 * 60_000);
    await configure();
  });

  const test = (username?: string) =>
    admin.configs.testDirectory({ body: username === undefined ? {} : { username } });

  /** Why it fails, and the reason that the directory gives. */
  const problemOf = (username?: string) =>
    test(username).then(
      () => 'none',
      (error: { code: string; params: { answer?: string } }) => `${error.code}: ${error.params.answer ?? ''}`,
    );

  it('works before the directory is turned on', async () => {
    expect(await test()).toEqual({ person: null });
    expect(app.app.core.config.get('ldap.enabled')).toBe(false);
    const { entries } = await admin.audit.list({ query: { action: 'config.directory_test' } });
    expect(entries[0]).toMatchObject({ result: 'done', details: { server: ldap.secureUrl } });
  });

  it('tells who somebody is, and what their groups give here', async () => {
    await configure({
      'groups.rules': 'admins => admin\nstaff => quota 5 GB',
      'groups.allowed': 'staff',
    });
    const groups = ['staff', 'admins'].map((name) => `cn=${name},ou=groups,${ldap.searchBase}`);
    expect(await test('ann@example.org')).toEqual({
      person: {
        dn: dnOf('ann'),
        username: 'ann',
        email: 'ann@example.org',
        displayName: 'Ann Lee',
        groups,
        refusal: null,
        isAdmin: true,
        quota: 5e9,
      },
    });
    const { person } = await test('carl');
    expect(person).toMatchObject({
      email: null,
      groups: [],
      refusal: 'group_not_allowed',
      isAdmin: false,
      quota: null,
    });
    // Nobody has signed in.
    expect(await app.app.core.uow.read.users.findByUsernameKey('ann')).toBeNull();
  });

  it('tells why somebody cannot sign in', async () => {
    const refusalOf = async (username: string) => (await test(username)).person?.refusal;
    expect(await refusalOf('ann')).toBeNull();
    expect(await refusalOf('carl')).toBe('no_email');
    // An account that has the address, and another one that the person has here.
    const dora = await addMember(app, 'dora');
    expect(await refusalOf('dora')).toBe('not_linked');
    await configure({ 'ldap.linkByEmail': 'true', 'ldap.enabled': 'true' });
    expect(await refusalOf('dora')).toBeNull();
    expect((await directory.signIn('dora')).status).toBe(200);
    expect((await directory.signIn('erik')).status).toBe(200);
    expect(await refusalOf('erik')).toBeNull();
    await admin.users.update({ params: { id: dora.id }, body: { isDisabled: true } });
    expect(await refusalOf('dora')).toBe('no_user');
    await configure({ 'ldap.linkByEmail': '', 'ldap.enabled': '' });
  });

  it('finds groups with the filter for them, and knows when rules are about none', async () => {
    await configure({ 'ldap.groupAttribute': 'description', 'ldap.groupFilter': '(member={dn})' });
    const { person } = await test('ann');
    expect(person?.groups.toSorted()).toEqual([
      `cn=admins,ou=groups,${ldap.searchBase}`,
      `cn=staff,ou=groups,${ldap.searchBase}`,
    ]);
    expect(person).toMatchObject({ refusal: null, isAdmin: null, quota: null });
  });

  it('reaches a directory with StartTLS, and one on the same machine without encryption', async () => {
    await configure({ 'ldap.url': ldap.url });
    expect(await problemOf('ann')).toBe('none');
    await configure({ 'ldap.url': ldap.url, 'ldap.allowUnencrypted': 'true', 'ldap.caCertificate': '' });
    expect(await problemOf('ann')).toBe('none');
  });

  it.each([
    ['a wrong password', { 'ldap.bindPassword': 'wrong' }, /^directory_bind_refused: .*credentials/i],
    ['an account that is none', { 'ldap.bindDn': 'fileshare' }, /^directory_bind_refused: .*DN/i],
    [
      'a certificate without its authority',
      { 'ldap.caCertificate': '' },
      /^directory_untrusted: .*self-signed/,
    ],
    ['another base', { 'ldap.searchBase': 'dc=elsewhere,dc=org' }, /^directory_base_missing: $/],
    ['a base that is none', { 'ldap.searchBase': 'example.org' }, /^directory_base_missing: $/],
    [
      'a name that is nowhere',
      { 'ldap.url': 'ldaps://nowhere.invalid' },
      /^directory_unreachable: .*ENOTFOUND/,
    ],
  ])('explains %s', async (_, changes, problem) => {
    await configure(changes);
    expect(await problemOf()).toMatch(problem);
    expect(await problemOf('ann')).toMatch(problem);
    const { entries } = await admin.audit.list({ query: { action: 'config.directory_test' } });
    expect(entries[0]).toMatchObject({ result: 'refused', actor: { name: 'admin' } });
  });

  it('explains a server that is away, also at several addresses', async () => {
    const port = await findFreePort();
    await configure({ 'ldap.url': `ldaps://127.0.0.1:${port}` });
    expect(await problemOf()).toMatch(/^directory_unreachable: .*ECONNREFUSED/);
    await configure({ 'ldap.url': `ldap://localhost:${port}` });
    expect(await problemOf()).toMatch(/^directory_unreachable: .*ECONNREFUSED/);
  });

  it('explains a port that does not encrypt', async () => {
    await configure({ 'ldap.url': ldap.url.replace('ldap:', 'ldaps:') });
    expect(await problemOf()).toMatch(/^directory_un(encrypted|reachable): ./);
  });

  it('explains what the filter finds', async () => {
    expect(await problemOf('nobody')).toMatch(/^directory_person_missing/);
    expect(await problemOf('*')).toMatch(/^directory_person_missing/);
    await configure({ 'ldap.userFilter': '(|(uid={username})(objectClass=person))' });
    expect(await problemOf('ann')).toMatch(/^directory_person_ambiguous/);
    // A search account that may not read people finds nobody.
    await configure({ 'ldap.bindDn': dnOf('ann'), 'ldap.bindPassword': directoryPassword });
    expect(await problemOf('ann')).toMatch(/^directory_base_missing/);
  });

  it('needs an address and a base', async () => {
    await configure({ 'ldap.url': '' });
    expect(await outcomeOf(test())).toBe('ldap_incomplete');
    await configure({ 'ldap.searchBase': '' });
    expect(await outcomeOf(test())).toBe('ldap_incomplete');
  });

  it('can be used by keys of administrators, and not without end', async () => {
    const { password } = app.admin;
    const { secret } = await admin.apiKeys.create({ body: { name: 'ci', scopes: ['admin'], password } });
    const program = createClient({ baseUrl: app.url, token: secret });
    expect(await program.configs.testDirectory({ body: {} })).toEqual({ person: null });
    const codes = new Set<string>();
    for (let tries = 0; tries < 31; tries += 1) codes.add(await outcomeOf(test()));
    expect(codes).toContain('too_many_requests');
  });

  it('writes the password of the search account nowhere', async () => {
    const { entries } = await admin.audit.list({ query: {} });
    expect(log + JSON.stringify(entries)).not.toContain(ldap.bindPassword);
  });
});

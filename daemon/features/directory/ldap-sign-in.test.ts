import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localeCodes } from '#sdk/i18n/locales.js';
import { systemClock } from '../../crypto/clock.ts';
import { runDoctor } from '../../doctor/doctor.ts';
import { createCaller } from '../../testing/browser.ts';
import { startWithDirectory, type TestDirectory } from '../../testing/directory.ts';
import {
  directoryPassword,
  dnOf,
  hasLdapServer,
  type LdapServer,
} from '../../testing/engines/ldap-server.ts';
import { addMember, errorOf } from '../../testing/members.ts';
import type { TestApp } from '../../testing/start-app.ts';

describe.skipIf(!hasLdapServer)('a directory', () => {
  let directory: TestDirectory;
  let ldap: LdapServer;
  let app: TestApp;
  let configure: TestDirectory['configure'];
  let signIn: TestDirectory['signIn'];
  beforeAll(async () => {
    directory = await startWithDirectory({
      ann: { displayName: 'Ann Lee', groups: ['staff'] },
      bob: {},
      carl: { email: null },
      dora: { groups: ['admins'] },
      erik: {},
      fred: { groups: ['staff', 'big'] },
      gina: {},
      twin: { email: 'same@example.org' },
      twin2: { email: 'same@example.org' },
    });
    ({ ldap, app, configure, signIn } = directory);
  });
  afterAll(() => directory.stop());
  beforeEach(() => configure({ ...directory.settings, 'ldap.linkByEmail': '', 'ldap.enabled': 'true' }));

  const userOf = (answer: { body: unknown }) =>
    (answer.body as { user?: { id: string; username: string; email: string; isAdmin: boolean } }).user;

  const auditOf = async (action: string) =>
    (await app.app.core.database.reader('audit').where({ action }).orderBy('id')) as {
      result: string;
      subject_name: string | null;
      details: string;
    }[];

  /** What the doctor says about signing in. */
  async function diagnose() {
    const deps = {
      env: app.app.core.env,
      clock: systemClock,
      logger: app.app.core.logger,
      locales: localeCodes,
    };
    const { checks } = await runDoctor(deps, { fix: false, deep: false });
    return checks.find(({ id }) => id === 'directory');
  }

  it('is found by the doctor, with the password of the search account', async () => {
    expect(await diagnose()).toMatchObject({ status: 'ok' });
    await configure({ 'ldap.bindPassword': 'wrong' });
    expect(await diagnose()).toMatchObject({
      status: 'warning',
      findings: [{ code: 'directory_unusable', params: { url: ldap.secureUrl } }],
    });
    await configure({ 'ldap.enabled': 'false', 'proxy.enabled': 'true' });
    expect(await diagnose()).toMatchObject({ status: 'warning', findings: [{ code: 'proxy_untrusted' }] });
    await configure({ 'proxy.enabled': 'false' });
  });

  it.each([
    ['ldap.url', 'ldaps://elsewhere.example.org'],
    ['ldap.allowUnencrypted', 'true'],
  ])('is forgotten the password of the search account when %s changes', async (key, value) => {
    await configure({ 'ldap.caCertificate': '' });
    await configure({ 'ldap.bindPassword': ldap.bindPassword });
    expect(app.app.core.config.get('ldap.bindPassword')).toBe(ldap.bindPassword);
    await configure({ [key]: value });
    expect(app.app.core.config.get('ldap.bindPassword')).toBe('');
  });

  it('signs people in with the usual form, and creates their account the first time', async () => {
    const first = await signIn('ann');
    expect(first.status).toBe(200);
    expect(userOf(first)).toMatchObject({
      username: 'ann',
      email: 'ann@example.org',
      displayName: 'Ann Lee',
      isAdmin: false,
      hasPassword: false,
    });
    const again = await signIn('ann@example.org');
    expect(userOf(again)?.id).toBe(userOf(first)?.id);
  });

  it.each(['ldap', 'ldaps'] as const)('is reached encrypted: %s', async (protocol) => {
    await configure({ 'ldap.url': protocol === 'ldap' ? ldap.url : ldap.secureUrl });
    await configure({ 'ldap.bindPassword': ldap.bindPassword });
    expect((await signIn('ann')).status).toBe(200);
  });

  it.each(['ldap', 'ldaps'] as const)('is not believed without its certificate: %s', async (protocol) => {
    await configure({
      'ldap.url': protocol === 'ldap' ? ldap.url : ldap.secureUrl,
      'ldap.caCertificate': '',
    });
    await configure({ 'ldap.bindPassword': ldap.bindPassword });
    expect(errorOf(await signIn('ann'))).toBe('directory_unavailable');
  });

  it.each([
    ['a wrong password', 'ann', 'wrong'],
    ['an empty one', 'ann', ''],
    ['a person who is not there', 'nobody', directoryPassword],
    ['a filter instead of a name', '*', directoryPassword],
    ['an end of the filter', 'ann)(uid=bob', directoryPassword],
    ['a name of two people', 'same@example.org', directoryPassword],
  ])('refuses %s', async (_, username, password) => {
    const answer = await signIn(username, password);
    expect([400, 401]).toContain(answer.status);
    expect(userOf(answer)).toBeUndefined();
  });

  it('asks for nothing with an empty password, which a directory would accept', async () => {
    const { authenticate } = await import('../../ldap/directory.ts');
    const { readLdapSettings } = await import('../../ldap/settings.ts');
    const settings = readLdapSettings(app.app.core.config);
    expect(await authenticate(settings, { username: 'ann', password: '' })).toBeNull();
    expect(await authenticate(settings, { username: 'ann', password: directoryPassword })).not.toBeNull();
  });

  it('does not open an account here that has the same address, unless a setting says so', async () => {
    const member = await addMember(app, 'bob');
    expect(errorOf(await signIn('bob'))).toBe('directory_refused');
    expect((await auditOf('session.sign_in')).at(-1)).toMatchObject({ result: 'refused' });
    await configure({ 'ldap.linkByEmail': 'true' });
    const linked = await signIn('bob');
    expect(userOf(linked)?.id).toBe(member.id);
    expect(await auditOf('account.social_link')).toHaveLength(1);
    // The password here is still one.
    expect(userOf(await signIn('bob', member.password))?.id).toBe(member.id);
  });

  it('needs an address for an account, and says so', async () => {
    const answer = await signIn('carl');
    expect([answer.status, errorOf(answer)]).toEqual([403, 'directory_refused']);
    expect(JSON.stringify(answer.body)).toContain("Can't get email address");
  });

  it('knows an entry that was renamed', async () => {
    const before = userOf(await signIn('erik'));
    ldap.change(`dn: ${dnOf('erik')}\nchangetype: modrdn\nnewrdn: uid=eric\ndeleteoldrdn: 1\n`);
    expect(userOf(await signIn('eric'))?.id).toBe(before?.id);
    expect(errorOf(await signIn('erik'))).toBe('credentials_wrong');
  });

  it('has nobody set a password here', async () => {
    const { accessToken } = (await signIn('ann')).body as { accessToken: string };
    const answer = await createCaller(app.url)('/auth/password', {
      method: 'PATCH',
      json: { password: 'a password of my own' },
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { error: 'password_managed', params: { source: 'ldap' } },
    ]);
  });

  it('asks for the code of an account that has a second factor', async () => {
    const user = userOf(await signIn('gina'));
    const { database } = app.app.core;
    await database.writer('users').where({ id: user?.id }).update({ totp_secret: 'sealed' });
    expect(Object.keys((await signIn('gina')).body ?? {})).toContain('loginToken');
  });

  it('does not open an account that was disabled here', async () => {
    const user = userOf(await signIn('gina', directoryPassword));
    expect(user).toBeUndefined();
    await app.app.core.database.writer('users').where({ username: 'gina' }).update({ disabled_at: 1 });
    expect(errorOf(await signIn('gina'))).toBe('directory_refused');
    // The name in the directory goes from the log with the account.
    expect((await auditOf('session.sign_in')).at(-1)).toMatchObject({ subject_name: 'gina' });
  });

  describe('its groups', () => {
    beforeEach(() => configure({ 'ldap.groupFilter': '(member={dn})' }));

    it('make administrators, and no longer after they are left', async () => {
      await configure({ 'groups.rules': 'admins => admin' });
      const first = await signIn('dora');
      expect(userOf(first)?.isAdmin).toBe(true);
      ldap.change(
        `dn: cn=admins,ou=groups,${ldap.searchBase}\nchangetype: modify\nadd: member\nmember: ${dnOf('ann')}\n-\ndelete: member\nmember: ${dnOf('dora')}\n`,
      );
      expect(userOf(await signIn('dora'))?.isAdmin).toBe(false);
      expect(userOf(await signIn('ann'))?.isAdmin).toBe(true);
      // What was begun as an administrator does not go on.
      const { accessToken } = first.body as { accessToken: string };
      const me = await createCaller(app.url)('/users', {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      expect(me.status).toBe(401);
      expect(await auditOf('user.role_change')).not.toHaveLength(0);
    });

    it('give quotas, the largest of them', async () => {
      await configure({
        'groups.rules': `staff => quota 5 GB\ncn=big,ou=groups,${ldap.searchBase} => quota 50 GB`,
      });
      const user = userOf(await signIn('fred'));
      const quota = () => app.app.core.uow.read.users.findByUsernameKey('fred').then((found) => found?.quota);
      expect(await quota()).toBe(50e9);
      await configure({ 'groups.rules': 'big => quota none' });
      await signIn('fred');
      expect(await quota()).toBe(0);
      await configure({ 'groups.rules': 'others => quota 1 GB' });
      await signIn('fred');
      expect(await quota()).toBeNull();
      expect(user?.isAdmin).toBe(false);
    });

    it('decide who may sign in at all', async () => {
      await configure({ 'groups.allowed': 'staff\nadmins' });
      expect((await signIn('ann')).status).toBe(200);
      const answer = await signIn('twin');
      expect(errorOf(answer)).toBe('directory_refused');
      expect(await app.app.core.uow.read.users.findByUsernameKey('twin')).toBeNull();
    });

    it('are read from people where the directory lists them there', async () => {
      await configure({
        'ldap.groupFilter': '',
        'ldap.groupAttribute': 'memberOf',
        'groups.allowed': 'staff',
      });
      expect((await signIn('fred')).status).toBe(200);
      expect(errorOf(await signIn('twin'))).toBe('directory_refused');
    });

    it('never take the last administrator with a password away', async () => {
      const { admin } = app;
      ldap.change(`dn: ${dnOf('twin2')}\nchangetype: modify\nreplace: mail\nmail: ${admin.email}\n`);
      await configure({ 'ldap.linkByEmail': 'true', 'groups.rules': 'nobody => admin' });
      const user = userOf(await signIn('twin2'));
      expect(user).toMatchObject({ username: admin.username, isAdmin: true });
    });
  });

  describe('that is away', () => {
    beforeAll(() => ldap.stop());
    afterAll(() => ldap.start());

    it('keeps its people out, and says why', async () => {
      expect(await diagnose()).toMatchObject({ status: 'warning' });
      const answer = await signIn('ann');
      expect([answer.status, errorOf(answer)]).toEqual([503, 'directory_unavailable']);
    });

    it('keeps nobody out who has a password here', async () => {
      expect((await signIn(app.admin.username, app.admin.password)).status).toBe(200);
    });

    it('does not let anybody guess without end', async () => {
      const statuses = [];
      for (let tries = 0; tries < 13; tries += 1) statuses.push((await signIn('victim', 'guess')).status);
      expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 503));
      expect(statuses).toContain(429);
    });
  });
});

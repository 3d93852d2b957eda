import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from '../../testing/check-invariants.ts';
import { configure, startWithDirectory, type TestDirectory } from '../../testing/directory.ts';
import { dnOf, hasLdapServer, type LdapServer } from '../../testing/engines/ldap-server.ts';
import { type MailServer, startMailServer } from '../../testing/engines/mail-server.ts';
import { proxyAddress, type SignInProxy, startSignInProxy } from '../../testing/engines/sign-in-proxy.ts';
import { addMember } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

interface Account {
  id: string;
  username: string;
  email: string;
}

interface Change {
  result: string;
  actorName: string | null;
  details: unknown;
}

/** What has been recorded about changes of an account, the oldest first. */
async function changesOf({ app }: TestApp, user: Account | undefined): Promise<Change[]> {
  const rows: { result: string; actor_name: string | null; details: string }[] = await app.core.database
    .reader('audit')
    .where({ action: 'user.update', subject_id: user?.id })
    .orderBy('id');
  return rows.map(({ result, actor_name: actorName, details }) => {
    const read: unknown = JSON.parse(details);
    return { result, actorName, details: read };
  });
}

describe.skipIf(!hasLdapServer)('the account of a person in the directory', () => {
  let directory: TestDirectory;
  let ldap: LdapServer;
  let mailServer: MailServer;
  let app: TestApp;
  let log = '';

  beforeAll(async () => {
    mailServer = await startMailServer();
    directory = await startWithDirectory(
      { mia: {}, bob: {}, eva: {}, ida: {}, leo: {}, tom: { email: 'admin@example.org' } },
      {
        env: { ...mailServer.env, FILESHARE_LOG_LEVEL: 'warn' },
        logDestination: { write: (line) => void (log += line) },
      },
    );
    ({ ldap, app } = directory);
    await directory.configure({ ...directory.settings, 'ldap.enabled': 'true' });
  });
  afterAll(async () => {
    expect(await findViolations(app.app)).toEqual([]);
    await directory.stop();
    await mailServer.close();
  });
  beforeEach(() => {
    log = '';
    mailServer.mails.length = 0;
  });

  async function signIn(username: string): Promise<Account | undefined> {
    const { body } = await directory.signIn(username);
    return (body as { user?: Account }).user;
  }

  const setMail = (name: string, mail: string) =>
    ldap.change(`dn: ${dnOf(name)}\nchangetype: modify\nreplace: mail\nmail: ${mail}\n`);

  const rename = (name: string, next: string) =>
    ldap.change(`dn: ${dnOf(name)}\nchangetype: modrdn\nnewrdn: uid=${next}\ndeleteoldrdn: 1\n`);

  it('has the address of the directory from the next sign-in on, and the old one is told', async () => {
    const before = await signIn('mia');
    setMail('mia', 'mia@new.example.org');
    const after = await signIn('mia');
    expect(after).toMatchObject({ id: before?.id, username: 'mia', email: 'mia@new.example.org' });
    expect(await changesOf(app, before)).toEqual([
      { result: 'done', actorName: null, details: { fields: 'email', source: 'ldap' } },
    ]);
    await app.app.jobs.run('mail.send');
    expect(mailServer.mails.map(({ envelope, subject }) => [envelope.to, subject])).toEqual([
      [['mia@example.org'], 'Your email address was changed'],
    ]);
    // Nothing changes without a change there, or by another spelling.
    setMail('mia', 'Mia@New.example.org');
    expect(await signIn('mia')).toEqual(after);
    expect(await changesOf(app, before)).toHaveLength(1);
  });

  it('ends links that were mailed to the old address', async () => {
    const bob = await signIn('bob');
    const { writer, reader } = app.app.core.database;
    const link = {
      token_hash: 'x'.repeat(64),
      user_id: bob?.id,
      purpose: 'email',
      email: 'bob@home.example',
    };
    await writer('account_links').insert({ ...link, expires_at: 9e15 });
    setMail('bob', 'bob@new.example.org');
    await signIn('bob');
    expect(await reader('account_links').where({ user_id: bob?.id })).toEqual([]);
  });

  it('is renamed with its person, and keeps a name that was chosen here until then', async () => {
    const before = await signIn('eva');
    await app.app.core.database
      .writer('users')
      .where({ id: before?.id })
      .update({ username: 'evi', username_key: 'evi' });
    expect(await signIn('eva')).toMatchObject({ id: before?.id, username: 'evi' });
    rename('eva', 'eva.berg');
    expect(await signIn('eva.berg')).toMatchObject({ id: before?.id, username: 'eva.berg' });
    expect(await changesOf(app, before)).toMatchObject([{ details: { fields: 'username' } }]);
  });

  it('stays as it is while another account has the name and the address', async () => {
    const other = await addMember(app, 'ina');
    const before = await signIn('ida');
    rename('ida', 'ina');
    setMail('ina', other.email);
    log = '';
    expect(await signIn('ina')).toEqual(before);
    expect(await changesOf(app, before)).toMatchObject([
      { result: 'refused', details: { fields: 'username, email', reason: 'taken', source: 'ldap' } },
    ]);
    expect(log).toContain('another account has what a person is called there');
    expect(await app.app.core.uow.read.users.findByUsernameKey('ina')).toMatchObject({ id: other.id });
    // The next sign-in tries again.
    await app.app.core.database
      .writer('users')
      .where({ id: other.id })
      .update({ username: 'ina2', username_key: 'ina2', email: 'i@example.org', email_key: 'i@example.org' });
    expect(await signIn('ina')).toMatchObject({ id: before?.id, username: 'ina', email: other.email });
  });

  it('takes what is free when only one of both is taken, and no name that is none here', async () => {
    const before = await signIn('leo');
    setMail('leo', 'leo@new.example.org');
    rename('leo', '??');
    expect(await signIn('??')).toMatchObject({ username: 'leo', email: 'leo@new.example.org' });
    await addMember(app, 'lea');
    rename('??', 'lea');
    setMail('lea', 'lea@new.example.org');
    expect(await signIn('lea')).toMatchObject({
      id: before?.id,
      username: 'leo',
      email: 'lea@new.example.org',
    });
  });

  it('that was here before keeps its name when it is linked', async () => {
    await directory.configure({ 'ldap.linkByEmail': 'true' });
    setMail('tom', app.admin.email);
    expect(await signIn('tom')).toMatchObject({ username: app.admin.username });
    expect(await signIn('tom')).toMatchObject({ username: app.admin.username });
    rename('tom', 'tomas');
    expect(await signIn('tomas')).toMatchObject({ username: 'tomas' });
  });
});

describe('the account of a person whom the proxy names', () => {
  let app: TestApp;
  let proxy: SignInProxy;
  beforeAll(async () => {
    app = await startApp({ env: { FILESHARE_TRUSTED_PROXIES: proxyAddress } });
    proxy = await startSignInProxy(app.url);
    await configure(app, { 'proxy.enabled': 'true' });
  });
  afterAll(async () => {
    await proxy.close();
    await app.stop();
  });

  /** Opens the first page without a session. */
  async function enter(headers: Record<string, string>) {
    proxy.person = headers;
    await fetch(proxy.url, { headers: { accept: 'text/html' } });
    return app.app.core.uow.read.users.findByUsernameKey('ann');
  }

  it('has the address of the header, and another name is another person', async () => {
    const before = await enter({ 'remote-user': 'ann', 'remote-email': 'ann@example.org' });
    const after = await enter({ 'remote-user': 'ann', 'remote-email': 'ann@new.example.org' });
    expect(after).toMatchObject({ id: before?.id, email: 'ann@new.example.org' });
    expect(await enter({ 'remote-user': 'ann' })).toMatchObject({ email: 'ann@new.example.org' });
    expect(await enter({ 'remote-user': 'ann', 'remote-email': 'none' })).toMatchObject({
      email: 'ann@new.example.org',
    });
    await enter({ 'remote-user': 'anna', 'remote-email': 'anna@example.org' });
    expect(await app.app.core.uow.read.users.findByUsernameKey('anna')).not.toMatchObject({ id: before?.id });
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NodeClient } from '#sdk/index.js';
import { enableTotp } from '../../testing/authenticator.ts';
import { outcomeOf, password, signIn } from '../../testing/clients.ts';
import { type MailServer, startMailServer } from '../../testing/engines/mail-server.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { addMember, type Member } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const minute = 60_000;
const clock = createFakeClock();

let app: TestApp;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  const env = { ...mailServer.env, FILESHARE_ADDRESS_LIMIT_FACTOR: '1000' };
  app = await startApp({ clock, env });
});
afterAll(async () => {
  await app.stop();
  await mailServer.close();
});

let count = 0;

async function addSignedIn(): Promise<{ member: Member; here: NodeClient; elsewhere: NodeClient }> {
  count += 1;
  const member = await addMember(app, `member${count}`);
  return { member, here: await signIn(app, member), elsewhere: await signIn(app, member) };
}

async function auditOf({ id }: Member): Promise<string[]> {
  const rows: { action: string; result: string }[] = await app.app.core.database
    .reader('audit')
    .where({ actor_id: id })
    .orderBy('id');
  return rows
    .filter(({ action }) => action.startsWith('totp'))
    .map(({ action, result }) => `${action} ${result}`);
}

const isSignedIn = async (client: NodeClient) => (await client.users.me()) !== null;

it('hands out a secret once, which counts when a code of it was verified', async () => {
  const { member, here } = await addSignedIn();
  const { totpAuthUrl, totpSecret, qrCode } = await here.totp.enable({ body: { password } });
  expect(totpSecret).toMatch(/^[A-Z2-7]{32}$/);
  expect(decodeURIComponent(totpAuthUrl)).toBe(
    `otpauth://totp/Fileshare:${member.email}?secret=${totpSecret}&issuer=Fileshare`,
  );
  expect(qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
  const row = JSON.stringify(await app.app.core.database.reader('users').where({ id: member.id }));
  expect(row).not.toContain(totpSecret);
  expect(await here.users.me()).toMatchObject({ totpEnabled: false });
  expect(await isSignedIn(await signIn(app, member))).toBe(true);

  const { recoveryCodes } = await enableTotp(here, clock);
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(await here.users.me()).toMatchObject({ totpEnabled: true });
  expect(await outcomeOf(here.totp.enable({ body: { password } }))).toBe('totp_enabled');
  const code = '123456';
  expect(await outcomeOf(here.totp.verify({ body: { password, code } }))).toBe('totp_enabled');
  const stored = JSON.stringify(await app.app.core.database.reader('recovery_codes'));
  for (const text of recoveryCodes) expect(stored).not.toContain(text);
});

it('ends the other sessions when it is turned on and off, and keeps this one', async () => {
  const { member, here, elsewhere } = await addSignedIn();
  await here.totp.enable({ body: { password } });
  expect(await isSignedIn(elsewhere)).toBe(true);
  const { code, recoveryCodes } = await enableTotp(here, clock);
  expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);

  clock.advance(minute);
  const { loginToken } = (await elsewhere.auth.signIn({ body: { username: member.username, password } })) as {
    loginToken: string;
  };
  await elsewhere.session.signInTotp({ loginToken, totp: await code() });
  expect(await isSignedIn(elsewhere)).toBe(true);
  await here.totp.disable({ body: { password, code: recoveryCodes[0] ?? '' } });
  expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
  expect(await app.app.core.database.reader('recovery_codes').where({ user_id: member.id })).toEqual([]);
  expect(await auditOf(member)).toEqual([
    'totp.enable done',
    'totp.recovery_code_use done',
    'totp.disable done',
  ]);
});

it('asks for the password and a code, and changes nothing when either is wrong', async () => {
  const { member, here, elsewhere } = await addSignedIn();
  const wrong = { password: 'wrong password', code: '000000' };
  expect(await outcomeOf(here.totp.enable({ body: { password: wrong.password } }))).toBe('password_wrong');
  expect(await outcomeOf(here.totp.verify({ body: { password, code: '000000' } }))).toBe('totp_not_enabled');
  expect(await outcomeOf(here.totp.disable({ body: { password, code: '000000' } }))).toBe('totp_not_enabled');

  const { code, wrongCode } = await enableTotp(here, clock);
  clock.advance(minute);
  for (const change of [here.totp.disable, here.totp.renewRecoveryCodes]) {
    expect(await outcomeOf(change({ body: { ...wrong, code: await code() } }))).toBe('password_wrong');
    expect(await outcomeOf(change({ body: { password, code: await wrongCode() } }))).toBe('totp_wrong');
    expect(await outcomeOf(elsewhere.totp.disable({ body: { password, code: await code() } }))).toBe(
      'sign_in_required',
    );
  }
  expect(await here.users.me()).toMatchObject({ totpEnabled: true });
  expect(await auditOf(member)).toEqual([
    'totp.enable done',
    'totp.disable refused',
    'totp.recovery_codes_renew refused',
  ]);
});

it('replaces all recovery codes at once', async () => {
  const { here } = await addSignedIn();
  const before = await enableTotp(here, clock);
  clock.advance(minute);
  const { recoveryCodes } = await here.totp.renewRecoveryCodes({
    body: { password, code: await before.code() },
  });
  expect(recoveryCodes.filter((code) => before.recoveryCodes.includes(code))).toEqual([]);
  const [old = ''] = before.recoveryCodes;
  expect(await outcomeOf(here.totp.disable({ body: { password, code: old } }))).toBe('totp_wrong');
  expect(await outcomeOf(here.totp.disable({ body: { password, code: recoveryCodes[3] ?? '' } }))).toBe('ok');
});

it('bounds wrong codes of a session that somebody else holds', async () => {
  const { here } = await addSignedIn();
  const { code, wrongCode } = await enableTotp(here, clock);
  clock.advance(minute);
  const wrong = await wrongCode();
  const tries = Array.from({ length: 15 }, () =>
    outcomeOf(here.totp.disable({ body: { password, code: wrong } })),
  );
  const outcomes = await Promise.all(tries);
  expect(outcomes.filter((outcome) => outcome === 'totp_wrong').length).toBeLessThanOrEqual(10);
  expect(await outcomeOf(here.totp.disable({ body: { password, code: await code() } }))).toBe(
    'too_many_requests',
  );
});

it('tells the owner of every change by mail', async () => {
  const { member, here } = await addSignedIn();
  const { code, recoveryCodes } = await enableTotp(here, clock);
  clock.advance(minute);
  await here.totp.renewRecoveryCodes({ body: { password, code: recoveryCodes[0] ?? '' } });
  const newPassword = 'another good password';
  await here.auth.changePassword({ body: { oldPassword: password, password: newPassword } });
  await here.totp.disable({ body: { password: newPassword, code: await code() } });
  await app.app.jobs.run('mail.send');
  const own = mailServer.mails.filter(({ envelope }) => envelope.to.includes(member.email));
  expect(own.map(({ subject }) => String(subject)).sort()).toEqual([
    'A recovery code was used',
    'Two-factor authentication was turned off',
    'Two-factor authentication was turned on',
    'You have new recovery codes',
    'Your password was changed',
  ]);
  for (const { raw } of own) for (const secret of recoveryCodes) expect(raw).not.toContain(secret);
});

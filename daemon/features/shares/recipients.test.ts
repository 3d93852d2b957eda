import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreateShare } from '#sdk/contract/shares/inputs.js';
import type { Recipient } from '#sdk/contract/shares.js';
import type { NodeClient } from '#sdk/index.js';
import { newMailId } from '../../crypto/ids.ts';
import { createCaller } from '../../testing/browser.ts';
import { createUser, outcomeOf, password, signIn } from '../../testing/clients.ts';
import { type Draft, publish, upload } from '../../testing/drafts.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../../testing/engines/mail-server.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { errorOf } from '../../testing/members.ts';
import { createReverseShare, sendBy } from '../../testing/reverse-shares.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { createShareRecipients } from './recipients.ts';

const clock = createFakeClock();
const minute = 60_000;
const hour = 60 * minute;
let server: MailServer;
let app: TestApp;
let admin: NodeClient;
let count = 0;
let client: NodeClient;
let ann: string;
let bob: string;

beforeAll(async () => {
  server = await startMailServer();
  const env = { ...server.env, FILESHARE_TRUSTED_PROXIES: '127.0.0.1' };
  app = await startApp({ clock, env });
  admin = await signIn(app);
  await set('email.enableShareEmailRecipients', 'true');
});
afterAll(async () => {
  await app.stop();
  await server.close();
});
beforeEach(async () => {
  count += 1;
  ann = `ann${count}@example.org`;
  bob = `bob${count}@example.org`;
  await createUser(admin, `sender${count}`);
  client = await signIn(app, { username: `sender${count}`, password });
});

const set = (key: string, value: string) => admin.configs.update({ body: [{ key, value }] });

const sendMails = () => app.app.jobs.run('mail.send');

async function mailsTo(address: string): Promise<ReceivedMail[]> {
  await sendMails();
  return server.mails.filter(({ envelope }) => envelope.to.includes(address));
}

async function draftWithFile(body: CreateShare): Promise<Draft> {
  const { share, uploadToken } = await client.shares.create({ body });
  const draft = { id: share.id, token: uploadToken };
  await upload(app, draft, { path: 'a.txt', text: 'abc' });
  return draft;
}

async function publishFor(recipients: string[], more: CreateShare = {}): Promise<Draft> {
  const draft = await draftWithFile({ recipients, ...more });
  expect(await publish(app, draft)).toBe(200);
  return draft;
}

async function recipientsOf(id: string): Promise<Recipient[]> {
  return (await client.shares.getOwned({ params: { id } })).recipients;
}

async function statesOf(id: string): Promise<Record<string, string>> {
  return Object.fromEntries((await recipientsOf(id)).map(({ email, state }) => [email, state]));
}

const queuedFor = (recipient: string) =>
  app.app.core.database.reader('outbox').where({ recipient, state: 'queued' }).select('id');

describe('recipients', () => {
  it('get one mail each, at completion', async () => {
    const draft = await draftWithFile({ recipients: [ann, bob, ann.toUpperCase()] });
    expect(await statesOf(draft.id)).toEqual({ [ann]: 'waiting', [bob]: 'waiting' });
    expect(await mailsTo(ann)).toEqual([]);
    await publish(app, draft);
    await publish(app, draft);
    expect(await mailsTo(ann)).toHaveLength(1);
    expect(await mailsTo(bob)).toHaveLength(1);
    expect(await statesOf(draft.id)).toEqual({ [ann]: 'sent', [bob]: 'sent' });
  });

  it('can have a domain as people write it', async () => {
    const written = `a${count}@münchen.de`;
    const known = `a${count}@xn--mnchen-3ya.de`;
    const { id } = await publishFor([written, known]);
    // The mail server writes the domain for people again.
    expect(await mailsTo(written)).toHaveLength(1);
    expect(await statesOf(id)).toEqual({ [known]: 'sent' });
  });

  it('show who was refused by the mail server, and why', async () => {
    // Mails of one share are sent in the order of addresses: the first is Ann's.
    server.refuse('RCPT', 550);
    const { id } = await publishFor([ann, bob]);
    await sendMails();
    const [first, second] = await recipientsOf(id);
    expect(first).toMatchObject({ email: ann, state: 'failed' });
    expect(first?.problem).toContain('550');
    expect(second).toMatchObject({ email: bob, state: 'sent', problem: null });
  });

  it('are for accounts only, where they are switched on', async () => {
    const { token } = await createReverseShare(client);
    expect((await sendBy(app, { token, recipients: [ann] })).error).toBe('validation_failed');
    await set('share.allowUnauthenticatedShares', 'true');
    const visitor = await createCaller(app.url)('/shares', { json: { recipients: [ann] } });
    expect(errorOf(visitor)).toBe('share_recipients_disabled');
    await set('share.allowUnauthenticatedShares', '');

    const draft = await draftWithFile({ recipients: [bob] });
    await set('email.enableShareEmailRecipients', '');
    const create = (recipients: string[]) => outcomeOf(client.shares.create({ body: { recipients } }));
    expect(await create([ann])).toBe('share_recipients_disabled');
    expect(await create([])).toBe('ok');
    expect(await publish(app, draft)).toBe(200);
    expect(await statesOf(draft.id)).toEqual({ [bob]: 'failed' });
    await set('email.enableShareEmailRecipients', 'true');
    expect(await mailsTo(bob)).toEqual([]);
  });

  it('who are named later get a mail then, and the others none again', async () => {
    const { id } = await publishFor([ann]);
    await sendMails();
    const changed = await client.shares.update({ params: { id }, body: { recipients: [ann, bob] } });
    expect(changed.recipients.map(({ state }) => state)).toEqual(['sent', 'queued']);
    expect(await mailsTo(ann)).toHaveLength(1);
    expect(await mailsTo(bob)).toHaveLength(1);
  });

  it('who are taken off the list get no mail that waits', async () => {
    server.refuse('RCPT', 450);
    const { id } = await publishFor([ann]);
    await sendMails();
    expect(await queuedFor(ann)).toHaveLength(1);
    await client.shares.update({ params: { id }, body: { recipients: [] } });
    expect(await recipientsOf(id)).toEqual([]);
    expect(await queuedFor(ann)).toEqual([]);
  });

  it('get no mail about a share that was removed', async () => {
    server.refuse('RCPT', 450);
    const { id } = await publishFor([ann]);
    await sendMails();
    await client.shares.remove({ params: { id } });
    expect(await queuedFor(ann)).toEqual([]);
  });

  it('get no mail about a share that is over', async () => {
    server.refuse('RCPT', 450);
    const { id } = await publishFor([ann], { expiration: '1-day' });
    await sendMails();
    await client.shares.update({ params: { id }, body: { expiration: '1-minute' } });
    clock.advance(2 * minute);
    expect(await mailsTo(ann)).toEqual([]);
    expect(await statesOf(id)).toEqual({ [ann]: 'failed' });
  });

  it('get the mail that the expiry kept back when the share is extended', async () => {
    server.refuse('RCPT', 450);
    const { id } = await publishFor([ann, bob], { expiration: '1-day' });
    await sendMails();
    expect(await statesOf(id)).toEqual({ [ann]: 'queued', [bob]: 'sent' });
    await client.shares.update({ params: { id }, body: { expiration: '1-minute' } });
    clock.advance(2 * minute);
    await sendMails();
    const extended = await client.shares.update({ params: { id }, body: { expiration: '1-day' } });
    expect(extended.recipients.map(({ state }) => state)).toEqual(['queued', 'sent']);
    expect(await mailsTo(ann)).toHaveLength(1);
    expect(await mailsTo(bob)).toHaveLength(1);
    expect(await statesOf(id)).toEqual({ [ann]: 'sent', [bob]: 'sent' });
    const row = app.app.core.database.reader('shares').where({ id }).first('mailed_count');
    expect(await row).toEqual({ mailed_count: 2 });
  });

  it.each([1, 58])(
    'get it also when the share ends by itself, tried again after %i minutes',
    async (pause) => {
      server.refuse('RCPT', 450);
      const { id } = await publishFor([ann], { expiration: '1-hour' });
      await sendMails();
      clock.advance(pause * minute);
      server.refuse('RCPT', 450);
      await sendMails();
      clock.advance((61 - pause) * minute);
      await sendMails();
      expect(await statesOf(id)).toEqual({ [ann]: 'failed' });
      await client.shares.update({ params: { id }, body: { expiration: '1-day' } });
      expect(await mailsTo(ann)).toHaveLength(1);
      expect(await statesOf(id)).toEqual({ [ann]: 'sent' });
    },
  );

  it('who were refused get no second mail when the share is extended', async () => {
    server.refuse('RCPT', 550);
    const { id } = await publishFor([ann], { expiration: '1-hour' });
    await sendMails();
    clock.advance(30 * minute);
    await client.shares.update({ params: { id }, body: { expiration: '1-day' } });
    expect(await mailsTo(ann)).toEqual([]);
    expect(await statesOf(id)).toEqual({ [ann]: 'failed' });
  });

  it('are forgotten with the account and with the share', async () => {
    const { id } = await publishFor([ann]);
    const rows = () => app.app.core.database.reader('share_recipients').where({ email: ann });
    expect(await rows()).toHaveLength(1);
    await client.shares.remove({ params: { id } });
    await app.app.jobs.run('shares.purge');
    expect(await rows()).toEqual([]);
    await publishFor([ann]);
    await client.users.removeMe({ body: { password } });
    expect(await rows()).toEqual([]);
  });

  it('are bounded in number per account, all of a list or none', async () => {
    const many = (from: number, size: number) =>
      Array.from({ length: size }, (_, index) => `r${count}.${from + index}@example.org`);
    const create = (recipients: string[]) => outcomeOf(client.shares.create({ body: { recipients } }));
    expect(await create(many(0, 50))).toBe('ok');
    expect(await create(many(50, 40))).toBe('ok');
    expect(await create(many(100, 11))).toBe('too_many_requests');
    expect(await create(many(100, 10))).toBe('ok');
    await expect(client.shares.create({ body: { recipients: [ann] } })).rejects.toMatchObject({
      code: 'too_many_requests',
      params: { seconds: 24 * 3600 },
    });
    clock.advance(24 * hour);
    expect(await create([ann])).toBe('ok');
  });

  it('are bounded in number per share, however often the list is changed', async () => {
    const many = (from: number, size: number) =>
      Array.from({ length: size }, (_, index) => `s${count}.${from + index}@example.org`);
    const draft = await draftWithFile({ recipients: many(0, 20) });
    const { id } = draft;
    const change = (recipients: string[]) =>
      outcomeOf(client.shares.update({ params: { id }, body: { recipients } }));
    // A recipient removed before the share is published gets no email.
    expect(await change(many(20, 20))).toBe('ok');
    await publish(app, draft);
    await sendMails();
    expect(await change([])).toBe('ok');
    expect(await change(many(40, 29))).toBe('ok');
    await sendMails();
    expect(await change([])).toBe('ok');
    expect(await change([ann, bob])).toBe('share_recipient_limit');
    // Another mail to the same address counts as one more.
    expect(await change(many(40, 1))).toBe('ok');
    await sendMails();
    expect(await change([])).toBe('ok');
    expect(await change([ann])).toBe('share_recipient_limit');
    expect(await outcomeOf(client.shares.update({ params: { id }, body: { name: 'Still mine' } }))).toBe(
      'ok',
    );
    const mailed = server.mails.flatMap(({ envelope }) => envelope.to);
    expect(mailed.filter((address) => address.startsWith(`s${count}.`))).toHaveLength(50);
    // Refused requests counted for nothing.
    expect(await outcomeOf(client.shares.create({ body: { recipients: many(100, 30) } }))).toBe('ok');
  });

  it('are bounded in number per share, of many changes at the same moment', async () => {
    const { id } = await publishFor([]);
    const lists = Array.from({ length: 8 }, (_, list) =>
      Array.from({ length: 12 }, (_, index) => `t${count}.${list}.${index}@example.org`),
    );
    const outcomes = await Promise.all(
      lists.map((recipients) => outcomeOf(client.shares.update({ params: { id }, body: { recipients } }))),
    );
    expect(outcomes.toSorted()).toEqual([
      ...Array<string>(4).fill('ok'),
      ...Array<string>(4).fill('share_recipient_limit'),
    ]);
    expect(Object.keys(await statesOf(id))).toHaveLength(12);
  });

  it('are counted too when the list is emptied while it is sent again', async () => {
    const { core } = app.app;
    const many = (list: number) =>
      Array.from({ length: list === 0 ? 25 : 50 }, (_, n) => `z${count}.${list}.${n}@example.org`);
    const emails = many(0);
    const { id } = await publishFor(emails);
    const share = await core.uow.read.shares.findById(id);
    const user = await core.uow.read.users.findByUsernameKey(`sender${count}`);
    if (!share || !user) throw new Error('both were made');
    const recipients = createShareRecipients({
      ...core,
      outbox: { add: async () => newMailId() },
      composeInvitation: () => ({
        kind: 'test',
        subject: '',
        text: '',
        link: '',
        locale: 'en',
        expiresAt: 0,
      }),
    });
    let runs = 0;
    await recipients.change({ emails, actor: { user, ip: '10.3.0.1' }, share }, async (apply) => {
      runs += 1;
      if (runs === 1) await client.shares.update({ params: { id }, body: { recipients: [] } });
      return core.uow.transaction((repos, afterCommit) => apply({ repos, afterCommit }, share));
    });
    expect(Object.keys(await statesOf(id))).toHaveLength(25);
    const create = (body: CreateShare) => outcomeOf(client.shares.create({ body }));
    expect(await create({ recipients: many(1) })).toBe('ok');
    expect(await create({ recipients: [bob] })).toBe('too_many_requests');
  });

  it('are bounded in number per address, over all accounts', async () => {
    await createUser(admin, `another${count}`);
    const another = await signIn(app, { username: `another${count}`, password });
    const name = (index: number) =>
      outcomeOf((index % 2 === 0 ? client : another).shares.create({ body: { recipients: [ann] } }));
    for (let index = 0; index < 20; index += 1) expect(await name(index)).toBe('ok');
    expect(await name(20)).toBe('too_many_requests');
    expect(await name(21)).toBe('too_many_requests');
    expect(await outcomeOf(client.shares.create({ body: { recipients: [bob] } }))).toBe('ok');
  });

  it('are not counted when the share is refused', async () => {
    const recipients = Array.from({ length: 50 }, (_, index) => `x${count}.${index}@example.org`);
    const id = `taken-${count}`;
    await client.shares.create({ body: { id } });
    for (let index = 0; index < 5; index += 1) {
      const again = client.shares.create({ body: { id, recipients } });
      expect(await outcomeOf(again)).toBe('share_id_taken');
    }
    expect(await outcomeOf(client.shares.create({ body: { recipients } }))).toBe('ok');
  });
});

describe('the owner of a reverse share', () => {
  it('is told once of what came in, when that is wished', async () => {
    const owner = `sender${count}@example.org`;
    const receive = async (sendsNotification: boolean) => {
      const { token } = await createReverseShare(client, { sendsNotification });
      const { draft } = await sendBy(app, { token });
      await upload(app, draft, { path: 'a.txt', text: 'abc' });
      expect(await mailsTo(owner)).toHaveLength(0);
      await publish(app, draft);
      await publish(app, draft);
      return draft.id;
    };
    await receive(false);
    const id = await receive(true);
    const [mail, ...more] = await mailsTo(owner);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('You received files');
    expect(mail?.text).toContain(`/s/${id}`);
  });

  it('gets no more than sixty mails in an hour, whatever is published at the same moment', async () => {
    const { token } = await createReverseShare(client, { sendsNotification: true });
    const drafts = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { draft } = await sendBy(app, { token });
        await upload(app, draft, { path: 'a.txt', text: 'abc' });
        return draft;
      }),
    );
    const mails = () =>
      app.app.core.database.reader('outbox').where({ recipient: `sender${count}@example.org` });
    const [first, ...others] = drafts;
    await publish(app, first as Draft);
    const sent: { id: string }[] = await mails();
    const earlier = Array.from({ length: 54 }, () => ({ ...sent[0], id: newMailId(), state: 'sent' }));
    await app.app.core.database.writer('outbox').insert(earlier);
    await Promise.all(others.map((draft) => publish(app, draft)));
    expect(await mails()).toHaveLength(60);
    await sendMails();
  });

  it('gets no mail about what is removed before it is sent', async () => {
    const owner = `sender${count}@example.org`;
    const { id, token } = await createReverseShare(client, { sendsNotification: true });
    const { draft } = await sendBy(app, { token });
    await upload(app, draft, { path: 'a.txt', text: 'abc' });
    server.refuse('RCPT', 450);
    await publish(app, draft);
    await sendMails();
    expect(await queuedFor(owner)).toHaveLength(1);
    await client.reverseShares.remove({ params: { id } });
    expect(await queuedFor(owner)).toEqual([]);
  });
});

it('publishes while the mail server does not answer, and sends when it does', async () => {
  const connections: Socket[] = [];
  const silent = createServer((socket) => void connections.push(socket.on('error', () => undefined)));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const other = await startApp({
    clock,
    env: {
      ...server.env,
      FILESHARE_CONFIG_SMTP_PORT: String(port),
      FILESHARE_CONFIG_EMAIL_ENABLE_SHARE_EMAIL_RECIPIENTS: 'true',
    },
  });
  const owner = await signIn(other);
  const { share, uploadToken } = await owner.shares.create({ body: { recipients: [ann] } });
  const draft = { id: share.id, token: uploadToken };
  await upload(other, draft, { path: 'a.txt', text: 'abc' });
  const connected = once(silent, 'connection');
  expect(await publish(other, draft)).toBe(200);
  await connected;
  const recipient = async () => (await owner.shares.getOwned({ params: { id: share.id } })).recipients.at(0);
  expect(await recipient()).toMatchObject({ email: ann, state: 'queued', problem: null });

  // The mail server disconnects in the middle.
  for (const socket of connections) socket.destroy();
  const closed = once(silent, 'close');
  silent.close();
  await closed;
  await other.app.jobs.run('mail.send');
  // Problems of the server are only for administrators, because they contain its address.
  expect(await recipient()).toMatchObject({ state: 'queued', problem: null });
  const revived = await startMailServer({ port });
  clock.advance(5 * minute);
  await other.app.jobs.run('mail.send');
  expect(revived.mails.map(({ envelope }) => envelope.to)).toEqual([[ann]]);
  expect(await recipient()).toMatchObject({ state: 'sent', problem: null });
  await other.stop();
  await revived.close();
});

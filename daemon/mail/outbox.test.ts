import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Repos } from '../app/repos.ts';
import { createSeal } from '../crypto/seal.ts';
import { createLogger } from '../logger.ts';
import { type MailServer, startMailServer } from '../testing/engines/mail-server.ts';
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../testing/open-unit-of-work.ts';
import { openDatabaseIn } from '../testing/test-database.ts';
import { createMailer, type SmtpSettings } from './mailer.ts';
import type { MailMessage } from './message.ts';
import { createOutbox, type MailOutcome, type MailWatcher, type Outbox } from './outbox.ts';

const minute = 60_000;
const hour = 60 * minute;
const closing: (() => Promise<unknown>)[] = [];

let database: TestUnitOfWork;
let clock: FakeClock;
let settings: SmtpSettings;
/** Milliseconds that a mail server may take to answer. */
let timeout: number;
let log: string[];
let outbox: Outbox;

beforeEach(async () => {
  database = await openTestUnitOfWork();
  closing.push(database.close);
  clock = createFakeClock();
  log = [];
  timeout = 10_000;
  settings = {
    isEnabled: true,
    host: '127.0.0.1',
    port: 1,
    email: 'fileshare@example.org',
    username: '',
    password: '',
    allowUnauthorizedCertificates: true,
    senderName: 'Files',
    hostname: 'files.example.org',
  };
  outbox = openOutbox();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function openOutbox(secretKey = 'one secret key of the tests', watcher?: MailWatcher<Repos>) {
  return createOutbox<Repos>({
    ...(watcher && { watcher }),
    uow: database.uow,
    seal: createSeal(secretKey),
    clock,
    clockWatch: { deletionTime: async () => clock.now() },
    mailer: createMailer({ settings: () => settings, timeouts: { connect: timeout, idle: timeout } }),
    jobs: { wake: () => undefined },
    logger: createLogger({
      level: 'info',
      format: 'json',
      destination: { write: (line: string) => void log.push(line) },
    }),
  });
}

async function useServer(options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  closing.push(server.close);
  settings = { ...settings, port: server.port };
  return server;
}

const message = (change: Partial<MailMessage> = {}): MailMessage => ({
  kind: 'test',
  to: 'bob@example.org',
  subject: 'Subject',
  text: 'Secret link',
  link: null,
  locale: 'en',
  expiresAt: clock.now() + 100 * hour,
  ...change,
});

const add = (change?: Partial<MailMessage>, about?: string) =>
  database.uow.transaction((repos, afterCommit) =>
    outbox.add({ repos, afterCommit }, message(change), { userId: null, ...(about && { about }) }),
  );

const run = (name: string, box = outbox) =>
  box.jobs.find((job) => job.name === name)?.run(new AbortController().signal);
const send = (box = outbox) => run('mail.send', box);

interface Row {
  state: string;
  attempts: number;
  due_at: number;
  message: string | null;
  error: string | null;
}

async function rows(): Promise<Row[]> {
  const file = openDatabaseIn(database.dataDir);
  try {
    return await file.reader<Row>('outbox').orderBy('created_at');
  } finally {
    await file.close();
  }
}

const waitOf = async () => ((await rows())[0]?.due_at ?? 0) - clock.now();

it('sends a mail that is needed again when it is about to be dropped', async () => {
  const server = await useServer();
  const outcomes: MailOutcome[] = [];
  const answers = [false, true];
  const box = openOutbox(undefined, {
    isWanted: async () => answers.shift() ?? true,
    lock: async () => undefined,
    noteOutcome: async (_repos, outcome) => void outcomes.push(outcome),
  });
  await add({}, 'a subject');
  await send(box);
  expect(server.mails).toHaveLength(1);
  expect(outcomes).toMatchObject([{ state: 'sent' }]);
});

it('keeps no password that the server repeats, neither in the database nor in the log', async () => {
  const server = createServer((socket) => void socket.end('554 you sent s3cret\r\n')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => void server.close());
  const { port } = server.address() as AddressInfo;
  settings = { ...settings, port, username: 'files', password: 's3cret' };
  await add();
  await send();
  const [row] = await rows();
  expect(row?.error).toContain('you sent ***');
  expect(JSON.stringify(row) + log.join('')).not.toContain('s3cret');
});

it('sends what was committed, and forgets what it said', async () => {
  const server = await useServer();
  await add();
  await database.uow
    .transaction(async (repos, afterCommit) => {
      await outbox.add({ repos, afterCommit }, message({ subject: 'Never' }), { userId: null });
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await send();
  expect(server.mails.map(({ subject }) => subject)).toEqual(['Subject']);
  expect(await rows()).toMatchObject([{ state: 'sent', message: null, error: null }]);
  await send();
  expect(server.mails).toHaveLength(1);
});

it('keeps the message sealed while it waits', async () => {
  await add();
  const [row] = await rows();
  expect(row?.message).toMatch(/^s1\./);
  expect(JSON.stringify(row)).not.toContain('Secret link');
});

it('waits longer after each failure, and gives up after a day', async () => {
  await add();
  const waits: number[] = [];
  for (let tries = 0; tries < 20; tries += 1) {
    await send();
    const [row] = await rows();
    if (row?.state !== 'queued') break;
    waits.push((await waitOf()) / minute);
    clock.advance(await waitOf());
  }
  expect(waits).toEqual([1, 5, 15, 60, 240, 240, 240, 240, 240]);
  expect(await rows()).toMatchObject([{ state: 'dead', message: null }]);
  expect(log.at(-1)).toContain('email will not be tried again');
});

it('tries again when the time has come, not before', async () => {
  await add();
  await send();
  clock.advance(minute - 1);
  await send();
  expect(await rows()).toMatchObject([{ attempts: 1 }]);
  clock.advance(1);
  await send();
  expect(await rows()).toMatchObject([{ attempts: 2 }]);
});

it('tries at once what waits when the settings of the mail server are others', async () => {
  await add();
  await send();
  const server = await useServer();
  await send();
  expect(server.mails).toHaveLength(1);
});

it('tries at once what waits when the server was started again', async () => {
  await add();
  await send();
  outbox = openOutbox();
  await send();
  expect(await rows()).toMatchObject([{ attempts: 2 }]);
});

it.each(['RCPT', 'DATA'] as const)(
  'tries again after a 4xx to %s, and gives up at a 5xx',
  async (command) => {
    const server = await useServer();
    await add();
    server.refuse(command, 451);
    await send();
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1 }]);
    clock.advance(minute);
    server.refuse(command, 550);
    await send();
    expect(await rows()).toMatchObject([{ state: 'dead', message: null }]);
    expect(server.mails).toHaveLength(0);
  },
);

it('keeps addresses out of the log and of what it remembers of a failure', async () => {
  const server = await useServer();
  await add();
  server.refuse('RCPT', 550);
  await send();
  const [row] = await rows();
  expect(row?.error).toBe('EENVELOPE RCPT TO 550 refused <[address]>');
  expect(log.join('')).not.toMatch(/bob@|Secret link/);
});

it('lets one mail that is refused keep none of the others', async () => {
  const server = await useServer();
  await add({ to: 'one@example.org' });
  clock.advance(1);
  await add({ to: 'two@example.org' });
  server.refuse('RCPT', 550);
  await send();
  expect(server.mails.map(({ envelope }) => envelope.to)).toEqual([['two@example.org']]);
});

it('bothers a server that does not answer once, not once for each mail', async () => {
  let connections = 0;
  const silent = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    closing.push(async () => void socket.destroy());
  }).listen(0, '127.0.0.1');
  closing.push(() => new Promise((resolve) => silent.close(resolve)));
  await once(silent, 'listening');
  settings = { ...settings, port: (silent.address() as AddressInfo).port };
  timeout = 200;
  outbox = openOutbox();
  await add();
  await add();
  await send();
  expect(connections).toBe(1);
  expect((await rows()).reduce((sum, { attempts }) => sum + attempts, 0)).toBe(1);
});

it('lets go of a server that does not answer when the program stops', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  settings = { ...settings, port: (silent.address() as AddressInfo).port };
  await add();
  const stop = new AbortController();
  const accepted = once(silent, 'connection');
  const sending = outbox.jobs.find(({ name }) => name === 'mail.send')?.run(stop.signal);
  await accepted;
  stop.abort();
  await sending;
  expect(await rows()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  // Resolves when no connection is left.
  await new Promise((resolve) => silent.close(resolve));
});

it('waits with a wrong password for the right one', async () => {
  const login = { user: 'files', pass: 'right password' };
  const server = await useServer({ login });
  settings = { ...settings, username: 'files', password: 'wrong password' };
  await add();
  await send();
  expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1 }]);
  expect(log.join('')).toMatch(/EAUTH AUTH \w+ 535/);
  settings = { ...settings, password: login.pass };
  clock.advance(minute);
  await send();
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]?.isSecure).toBe(true);
  expect(log.join('')).not.toMatch(/right password|wrong password/);
});

it('gives the password to nobody whose certificate is not good, nor in the clear', async () => {
  const login = { user: 'files', pass: 'right password' };
  settings = { ...settings, username: 'files', password: login.pass, allowUnauthorizedCertificates: false };
  for (const offersTls of [true, false]) {
    const server = await useServer({ login, offersTls });
    await add();
    clock.advance(5 * minute);
    await send();
    expect(server.mails).toEqual([]);
    expect(server.logins).toBe(0);
  }
});

it('uses the same id at each try, so that a server can tell a repetition', async () => {
  const server = await useServer();
  await add();
  server.refuse('DATA', 451);
  await send();
  clock.advance(minute);
  await send();
  const [first] = server.refused;
  expect(first).toMatch(/^[0-9a-f]{32}@files\.example\.org$/);
  expect(server.mails[0]?.messageId).toBe(`<${first}>`);
});

it('sends nothing while mail is off, and nothing that nobody needs any more', async () => {
  const server = await useServer();
  settings = { ...settings, isEnabled: false };
  await add({ expiresAt: clock.now() + hour });
  await add({ subject: 'Later' });
  await send();
  expect(await rows()).toMatchObject([{ state: 'queued' }, { state: 'queued' }]);
  clock.advance(hour);
  settings = { ...settings, isEnabled: true };
  await send();
  expect(server.mails.map(({ subject }) => subject)).toEqual(['Later']);
  expect((await rows()).map(({ state }) => state).sort()).toEqual(['dead', 'sent']);
});

it('says clearly that the secret key is another one, and sends once it is back', async () => {
  const server = await useServer();
  await add();
  await send(openOutbox('another secret key of the tests'));
  expect(log.join('')).toContain('sealed with another secret key');
  expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1 }]);
  clock.advance(minute);
  await send();
  expect(server.mails).toHaveLength(1);
});

it('forgets what it sent after thirty days', async () => {
  await useServer();
  await add();
  await send();
  clock.advance(30 * 24 * hour);
  await run('mail.sweep');
  expect(await rows()).toHaveLength(1);
  clock.advance(1);
  await run('mail.sweep');
  expect(await rows()).toHaveLength(0);
});

it.each([
  ['subject', { subject: 'Hello\r\nBcc: eve@example.org' }],
  ['name of the instance', { name: 'Files\r\nBcc: eve@example.org\r\n\r\nbody' }],
  ['name of the instance that looks like addresses', { name: 'eve@example.org, <eve@example.org>' }],
])(
  'lets nobody add a header or a recipient by the %s',
  async (_where, change: { subject?: string; name?: string }) => {
    const { subject = 'Hello', name = 'Files' } = change;
    const server = await useServer();
    settings = { ...settings, senderName: name };
    await add({ subject });
    await send();
    const [mail] = server.mails;
    expect(mail?.envelope).toEqual({ from: 'fileshare@example.org', to: ['bob@example.org'] });
    expect(mail?.from).toMatchObject({ address: 'fileshare@example.org' });
    expect(mail?.to).toMatchObject([{ address: 'bob@example.org' }]);
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail?.text?.trim()).toBe('Secret link');
  },
);

it.each([
  'bob@example.org\r\nRCPT TO:<eve@example.org>',
  'bob@example.org, eve@example.org',
  'bob@example.org> <eve@example.org',
])('sends to nobody where the recipient is %j', async (to) => {
  const server = await useServer();
  await add({ to });
  await send();
  expect(server.mails).toEqual([]);
  expect(await rows()).toMatchObject([{ state: 'dead' }]);
});

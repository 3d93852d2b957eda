import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startMailServer } from '../testing/engines/mail-server.ts';
import { createDelivery, type SmtpSettings } from './mailer.ts';
import { createTrial, type TrialOutcome } from './trial.ts';

const closing: (() => unknown)[] = [];
let settings: SmtpSettings;

beforeEach(() => {
  settings = {
    isEnabled: false,
    host: '127.0.0.1',
    port: 1,
    email: 'fileshare@example.org',
    username: '',
    password: '',
    allowUnauthorizedCertificates: true,
    senderName: 'Files',
    hostname: 'files.example.org',
  };
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function attempt(change: Partial<SmtpSettings>, { timeout = 2000, step = 1000 } = {}) {
  const all = { ...settings, ...change };
  const tryMail = createTrial({ deliver: createDelivery({ connect: step, idle: step }), timeout });
  const to = 'ann@example.org';
  const message = {
    kind: 'test',
    to,
    subject: 'Test',
    text: 'Hello',
    link: null,
    locale: 'en',
    expiresAt: 0,
  };
  return tryMail(message, all);
}

async function listen(greet: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    greet(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function mailServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options);
  closing.push(server.close);
  return server;
}

it('answers the last words of the server that took the mail, also while sending is off', async () => {
  const server = await mailServer();
  expect(await attempt({ port: server.port })).toEqual({ problem: null, answer: '250 OK: message queued' });
  expect(server.mails).toMatchObject([{ subject: 'Test', to: [{ address: 'ann@example.org' }] }]);
});

it.each<[string, TrialOutcome['problem'], (socket: Socket) => void]>([
  ['says nothing', 'noAnswer', () => undefined],
  ['goes silent after its greeting', 'noAnswer', (socket) => socket.write('220 here\r\n')],
  ['closes the connection', 'closed', (socket) => socket.end()],
  ['is something else', 'notMail', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
])('knows of a server that %s', async (_name, problem, greet) => {
  const outcome = await attempt({ port: await listen(greet) }, { step: 150 });
  expect(outcome).toEqual({ problem, answer: '' });
});

it('waits no longer than it may, whatever the server does', async () => {
  const port = await listen((socket) => {
    socket.write('220 here\r\n');
    const slowly = setInterval(() => socket.write('250-more\r\n'), 20);
    socket.once('close', () => clearInterval(slowly));
  });
  expect(await attempt({ port }, { timeout: 300 })).toEqual({ problem: 'noAnswer', answer: '' });
});

it('knows of a name without a server, and of a port without one', async () => {
  expect(await attempt({ host: 'nowhere.invalid' })).toEqual({ problem: 'unknownHost', answer: '' });
  expect(await attempt({ port: 1 })).toEqual({ problem: 'noConnection', answer: '' });
});

it('passes on what the server says to a greeting, a sign-in and a recipient', async () => {
  const port = await listen((socket) => socket.write('554 5.7.1 no mail from you\r\n'));
  expect(await attempt({ port })).toEqual({ problem: 'answer', answer: '554 5.7.1 no mail from you' });
  const login = { user: 'files', pass: 'right' };
  const server = await mailServer({ login });
  const wrong = await attempt({ port: server.port, username: 'files', password: 'other' });
  expect(wrong).toEqual({ problem: 'answer', answer: '535 wrong user name or password' });
  server.refuse('RCPT', 550);
  const refused = await attempt({ port: server.port, username: 'files', password: 'right' });
  expect(refused).toEqual({ problem: 'answer', answer: '550 refused <bob@example.org>' });
});

it('knows of encryption that is missing, does not work, or cannot be trusted', async () => {
  const plain = await mailServer({ offersTls: false });
  expect(await attempt({ port: plain.port, username: 'files' })).toMatchObject({ problem: 'noTls' });
  const server = await mailServer();
  const strict = await attempt({ port: server.port, allowUnauthorizedCertificates: false });
  expect(strict).toEqual({ problem: 'certificate', answer: 'certificate has expired' });
  const broken = await listen((socket) => {
    socket.write('220 here\r\n');
    socket.on('data', (data) =>
      socket.write(String(data).startsWith('EHLO') ? '250-x\r\n250 STARTTLS\r\n' : '220 go\r\n'),
    );
  });
  expect(await attempt({ port: broken })).toEqual({ problem: 'encryption', answer: '' });
});

it.each([
  ['as it is', 's3cret'],
  ['encoded', Buffer.from('s3cret').toString('base64')],
  ['encoded with the user name', Buffer.from('\0files\0s3cret').toString('base64')],
])('never shows the password that a server repeats %s', async (_name, echo) => {
  const port = await listen((socket) => socket.write(`554 you sent ${echo}\u202e\r\n`));
  const { answer } = await attempt({ port, username: 'files', password: 's3cret' });
  expect(answer).toBe('554 you sent ***');
});

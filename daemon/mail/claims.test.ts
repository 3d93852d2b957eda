import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Repos } from '../app/repos.ts';
import { createSeal } from '../crypto/seal.ts';
import type { UnitOfWork } from '../db/unit-of-work.ts';
import { createLogger } from '../logger.ts';
import { type MailServer, startMailServer } from '../testing/engines/mail-server.ts';
import { findPostgres } from '../testing/engines/postgres-server.ts';
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../testing/open-unit-of-work.ts';
import { openDatabaseIn, useServer } from '../testing/test-database.ts';
import { createMailer } from './mailer.ts';
import { createOutbox, type MailOutcome, type Outbox } from './outbox.ts';

const hour = 3_600_000;

describe.skipIf(findPostgres() === null)('several servers on one database', () => {
  let stopPostgres: () => Promise<void>;
  beforeAll(async () => {
    stopPostgres = await useServer();
  });
  afterAll(() => stopPostgres());

  const closing: (() => Promise<unknown>)[] = [];
  let database: TestUnitOfWork;
  let other: UnitOfWork<Repos>;
  let clock: FakeClock;
  let server: MailServer;
  let outcomes: MailOutcome[];
  beforeEach(async () => {
    database = await openTestUnitOfWork();
    closing.push(database.close);
    other = await database.openAnother();
    clock = createFakeClock();
    // Each mail has a connection of its own: encrypting it takes longer than sending.
    server = await startMailServer({ offersTls: false });
    closing.push(server.close);
    outcomes = [];
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  function openOutbox(uow: UnitOfWork<Repos>, port = server.port): Outbox {
    const settings = {
      isEnabled: true,
      host: '127.0.0.1',
      port,
      email: 'fileshare@example.org',
      username: '',
      password: '',
      allowUnauthorizedCertificates: true,
      senderName: 'Files',
      hostname: 'files.example.org',
    };
    return createOutbox<Repos>({
      uow,
      seal: createSeal('one secret key of the tests'),
      clock,
      clockWatch: { deletionTime: async () => clock.now() },
      mailer: createMailer({ settings: () => settings }),
      jobs: { wake: () => undefined },
      logger: createLogger({ level: 'silent', format: 'json' }),
      watcher: {
        isWanted: async () => true,
        lock: async () => undefined,
        noteOutcome: async (_repos, outcome) => void outcomes.push(outcome),
      },
    });
  }

  const add = (count = 1) =>
    database.uow.transaction(async (repos, afterCommit) => {
      const outbox = openOutbox(database.uow);
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) {
        const message = {
          kind: 'test',
          to: `reader${n}@example.org`,
          subject: 'Subject',
          text: 'Text',
          link: null,
          locale: 'en',
          expiresAt: clock.now() + hour,
        };
        ids.push(await outbox.add({ repos, afterCommit }, message, { userId: null, about: 'a subject' }));
      }
      return ids;
    });

  const send = (outbox: Outbox, signal = new AbortController().signal) =>
    outbox.jobs.find(({ name }) => name === 'mail.send')?.run(signal);

  /** Begins to send one mail through a mail server that accepts the connection and then says nothing. */
  async function beginToSend(): Promise<{ sending: Promise<void>; hangUp(): void; stop: AbortController }> {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    closing.push(() => new Promise((resolve) => silent.close(resolve)));
    const stop = new AbortController();
    const connected = once(silent, 'connection');
    const sending = send(openOutbox(database.uow, (silent.address() as AddressInfo).port), stop.signal);
    const [socket] = (await connected) as [Socket];
    const hangUp = () => void socket.on('error', () => undefined).destroy();
    closing.push(async () => hangUp());
    return { sending: Promise.resolve(sending), hangUp, stop };
  }

  /** What the database says when `claimLifetime` has passed. */
  async function outliveClaims(): Promise<void> {
    const { writer, close } = openDatabaseIn(database.dataDir);
    await writer('outbox').whereNotNull('sending_until').decrement('sending_until', hour);
    await close();
  }

  const readRows = async () => {
    const { reader, close } = openDatabaseIn(database.dataDir);
    const rows: { state: string; attempts: number }[] = await reader('outbox').select('state', 'attempts');
    await close();
    return rows;
  };

  const idOf = ({ messageId }: { messageId?: string | undefined }) => /^<(\w+)@/.exec(messageId ?? '')?.[1];

  it('send each of a hundred mails once', async () => {
    const ids = new Set(await add(100));
    await Promise.all([send(openOutbox(database.uow)), send(openOutbox(other))]);
    expect(server.mails).toHaveLength(ids.size);
    expect(new Set(server.mails.map(idOf))).toEqual(ids);
    expect(new Set((await readRows()).map(({ state }) => state))).toEqual(new Set(['sent']));
    expect(outcomes).toHaveLength(100);
  }, 60_000);

  it('leave a mail to the one that sends it, and send it when that one is gone', async () => {
    const [id] = await add();
    const { sending, hangUp } = await beginToSend();
    await send(openOutbox(other));
    expect(server.mails).toEqual([]);

    await outliveClaims();
    await send(openOutbox(other));
    expect(server.mails.map(idOf)).toEqual([id]);

    // It was not gone but frozen, and finds that the mail is no longer its own.
    hangUp();
    await sending;
    expect(await readRows()).toEqual([{ state: 'sent', attempts: 0 }]);
    expect(outcomes).toEqual([{ id, state: 'sent', problem: null }]);
  });

  it('send what one of them was sending when it was stopped', async () => {
    const [id] = await add();
    const { sending, stop } = await beginToSend();
    stop.abort();
    await sending;
    await send(openOutbox(other));
    expect(server.mails.map(idOf)).toEqual([id]);
  });

  it('do not give up a mail that one of them is sending', async () => {
    await add();
    const { sending, hangUp } = await beginToSend();
    clock.advance(hour);
    await send(openOutbox(other));
    expect(await readRows()).toEqual([{ state: 'queued', attempts: 0 }]);
    hangUp();
    await sending;
    expect(await readRows()).toEqual([{ state: 'dead', attempts: 1 }]);
  });

  it.each([
    ['by its id', (id: string) => other.transaction(({ outbox }) => outbox.cancel(id))],
    ['by its subject', () => other.transaction(({ outbox }) => outbox.cancelAbout('a subject'))],
  ])('do not try again what was cancelled %s while one of them was sending it', async (_, cancel) => {
    const [id = ''] = await add();
    const { sending, hangUp } = await beginToSend();
    await cancel(id);
    hangUp();
    await sending;
    clock.advance(hour / 2);
    await send(openOutbox(other));
    expect(server.mails).toEqual([]);
    expect(await readRows()).toEqual([{ state: 'dead', attempts: 1 }]);
  });
});

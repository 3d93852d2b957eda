import { afterEach, describe, expect, it } from 'vitest';
import { defaultCost } from '../crypto/passwords.ts';
import { type Answer, createCaller } from '../testing/browser.ts';
import { addMember, errorOf, signInAs } from '../testing/members.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

/** What an attacker gains from a server with default settings, in real time. */

const running: TestApp[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.stop()));
});

let logged = '';

async function start(env: Record<string, string> = {}): Promise<TestApp> {
  logged = '';
  const app = await startApp({
    env: { FILESHARE_LOG_LEVEL: 'error', ...env },
    logDestination: { write: (line) => void (logged += line) },
  });
  running.push(app);
  return app;
}

const behindProxy = { FILESHARE_TRUSTED_PROXIES: '127.0.0.1' };

/** Hashes that take longer than everything before them, whatever the database, and half as long as usual. */
const slowPasswords = {
  FILESHARE_PASSWORD_MEMORY_KIB: String(defaultCost.memoryKiB / 2),
  FILESHARE_PASSWORD_PASSES: String(defaultCost.passes),
};

const guess = (app: TestApp, username: string, headers: Record<string, string> = {}): Promise<Answer> =>
  createCaller(app.url)('/auth/signIn', { json: { username, password: 'a wrong guess' }, headers });

/** Counts the answers of each kind to so many attempts, from several connections that never pause. */
async function hammer(attempts: number, attempt: (connection: number) => Promise<Answer>) {
  let left = attempts;
  const counts = new Map<string, number>();
  await Promise.all(
    Array.from({ length: 20 }, async (_, connection) => {
      while (left > 0) {
        left -= 1;
        const answer = await attempt(connection);
        const kind = `${answer.status} ${errorOf(answer)}`;
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
    }),
  );
  return counts;
}

describe('guessing the password of an account', () => {
  it('gets eleven tries however hard it hammers, also over a restart', async () => {
    const app = await start();
    const before = await hammer(100, () => guess(app, 'admin'));
    const again = await app.restart();
    running.splice(0, 1, again);
    const after = await hammer(50, () => guess(again, 'admin'));
    const tried = (before.get('401 credentials_wrong') ?? 0) + (after.get('401 credentials_wrong') ?? 0);
    // Ten attempts, and one every 30 seconds, so that nobody is locked out permanently.
    expect(tried).toBe(11);
    expect(before.get('429 too_many_requests')).toBeGreaterThanOrEqual(89);
    expect([...before.keys(), ...after.keys()].toSorted()).toEqual([
      '401 credentials_wrong',
      '429 too_many_requests',
      '429 too_many_requests',
    ]);
  }, 60_000);

  it('does not get further with forwarded headers that nobody trusts', async () => {
    const app = await start();
    const answers: Answer[] = [];
    for (let n = 0; n < 30; n += 1) {
      const ip = `203.0.113.${n}`;
      const headers = { 'x-forwarded-for': ip, 'x-real-ip': ip, forwarded: `for=${ip}`, 'client-ip': ip };
      answers.push(await guess(app, 'admin', headers));
    }
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(11);
    expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('does not keep the owner out who comes from another network', async () => {
    const app = await start(behindProxy);
    for (let n = 0; n < 15; n += 1) await guess(app, 'admin', { 'x-forwarded-for': '203.0.113.9' });
    const { username, password } = app.admin;
    const signIn = (ip: string) =>
      createCaller(app.url)('/auth/signIn', {
        json: { username, password },
        headers: { 'x-forwarded-for': ip },
      });
    expect((await signIn('203.0.113.9')).status).toBe(429);
    expect((await signIn('198.51.100.7')).status).toBe(200);
  });

  it('is written down once for each window', async () => {
    const app = await start();
    const { headers } = await signInAs(app, app.admin);
    for (let n = 0; n < 15; n += 1) await guess(app, 'nobody');
    const { body } = await createCaller(app.url)('/audit?result=refused', { headers });
    const { entries } = body as { entries: { action: string; details: object }[] };
    expect(entries.filter(({ action }) => action === 'throttle.hit')).toMatchObject([
      { details: { throttle: 'signIn' }, ip: '127.0.0.1', actor: null },
    ]);
  });
});

describe('guessing one password for many accounts', () => {
  it.each([
    ['one address', () => '203.0.113.9'],
    ['one IPv6 network', (n: number) => `2001:db8:1:2:${n.toString(16)}::${n}`],
    ['one address, with made up ones before it', (n: number) => `198.51.100.${n}, 203.0.113.9`],
  ])('gets twenty tries from %s', async (_name, addressOf) => {
    const app = await start(behindProxy);
    const answers = await Promise.all(
      Array.from({ length: 45 }, (_, n) => guess(app, `user${n}`, { 'x-forwarded-for': addressOf(n) })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
    expect((await guess(app, 'user1', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(401);
  });
});

describe('a flood of sign-ins from everywhere', () => {
  it('leaves the other routes alone', async () => {
    const app = await start({ ...behindProxy, ...slowPasswords });
    const ann = await signInAs(app, await addMember(app, 'ann'));
    let open = 200;
    const flood = Array.from({ length: open }, async (_, n) => {
      const answer = await guess(app, `user${n}`, { 'x-forwarded-for': `203.0.${n}.1` });
      open -= 1;
      return answer;
    });
    const call = createCaller(app.url);
    const others = await Promise.all([
      call('/health'),
      call('/configs'),
      call('/users/me', { headers: ann.headers }),
      call('/shares', { headers: ann.headers }),
    ]);
    const openWhenAnswered = open;
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(others[2]?.body).toMatchObject({ username: 'ann' });
    expect(openWhenAnswered).toBeGreaterThan(0);

    const answers = await Promise.all(flood);
    expect(logged).toBe('');
    const kinds = new Set(answers.map((answer) => `${answer.status} ${errorOf(answer)}`));
    expect([...kinds].toSorted()).toEqual(['401 credentials_wrong', '503 overloaded']);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    expect((await call('/health')).status).toBe(200);
  }, 120_000);
});

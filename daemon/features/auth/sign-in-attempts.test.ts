import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Call, createCaller } from '../../testing/browser.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { addMember, errorOf } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const second = 1000;
const clock = createFakeClock();

let app: TestApp;
let call: Call;
beforeAll(async () => {
  app = await startApp({ clock, env: { FILESHARE_TRUSTED_PROXIES: '127.0.0.1' } });
  call = createCaller(app.url);
});
afterAll(() => app.stop());

let networks = 0;
/** An address in a separate IPv6 network. */
const newAddress = () => {
  networks += 1;
  return `2001:db8:0:${networks.toString(16)}::1`;
};

async function signIn(username: string, password: string, ip = newAddress()): Promise<number> {
  const json = { username, password, transport: 'token' };
  return (await call('/auth/signIn', { json, headers: { 'x-forwarded-for': ip } })).status;
}

async function guessFromEverywhere(username: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < count) {
    statuses.push(
      ...(await Promise.all(Array.from({ length: 20 }, () => signIn(username, 'wrong password')))),
    );
  }
  return statuses;
}

it('does not tell by the limits that a name and an address belong together', async () => {
  await addMember(app, 'henry');
  const alternate = async (names: readonly string[]) => {
    const ip = newAddress();
    const statuses: number[] = [];
    for (let n = 0; n < 24; n += 1) statuses.push(await signIn(names[n % 2] ?? '', 'wrong password', ip));
    return statuses;
  };
  const known = await alternate(['henry', 'henry@example.org']);
  expect(known.filter((status) => status === 401)).toHaveLength(20);
  expect(known).toEqual(await alternate(['nobody', 'nobody@example.org']));
});

it.each(['ida', 'nobody_like_ida'])(
  'bounds guesses at %s from as many networks as somebody has',
  async (name) => {
    if (name === 'ida') await addMember(app, name);
    const statuses = await guessFromEverywhere(name, 120);
    // A hundred attempts, and one more every half minute.
    expect(statuses.filter((status) => status === 401)).toHaveLength(101);
    expect(statuses.filter((status) => status === 429)).toHaveLength(19);
    const rows: { details: string }[] = await app.app.core.database
      .reader('audit')
      .where({ action: 'throttle.hit' });
    expect(rows.map(({ details }) => details)).toContain('{"throttle":"signInAnywhere"}');
  },
  30_000,
);

it('lets the owner in all the same where the account is signed in', async () => {
  const { username, password, id } = await addMember(app, 'jane');
  const home = newAddress();
  expect(await signIn(username, password, home)).toBe(200);
  await guessFromEverywhere(username, 120);
  expect(await signIn(username, password, home)).toBe(200);
  expect(await signIn(username, password, home.replace('::1', '::2'))).toBe(200);
  expect(await signIn(username, password)).toBe(429);

  await app.app.core.uow.transaction(({ sessions }) => sessions.removeOfUser(id));
  expect(await signIn(username, password, home)).toBe(429);
  clock.advance(30 * second);
  expect(await signIn(username, password)).toBe(200);
}, 30_000);

it('bounds guesses from where the account is signed in like those from any other network', async () => {
  const { username, password } = await addMember(app, 'kim');
  const home = newAddress();
  expect(await signIn(username, password, home)).toBe(200);
  const statuses = [];
  for (let n = 0; n < 15; n += 1) statuses.push(await signIn(username, 'wrong password', home));
  expect(statuses.filter((status) => status === 401)).toHaveLength(11);
});

it('takes nothing from one limit when another refuses', async () => {
  const from = newAddress();
  await guessFromEverywhere('lou', 120);
  for (let n = 0; n < 25; n += 1) expect(await signIn('lou', 'wrong password', from)).toBe(429);
  // The address still has all its own attempts.
  const answer = await call('/auth/signIn', {
    json: { username: 'somebody_else', password: 'wrong password' },
    headers: { 'x-forwarded-for': from },
  });
  expect(errorOf(answer)).toBe('credentials_wrong');
}, 30_000);

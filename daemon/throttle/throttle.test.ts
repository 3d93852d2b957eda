import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { networkOf } from '../http/client-address.ts';
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../testing/open-unit-of-work.ts';
import type { Caller } from './counters.ts';
import { createPooledThrottle } from './pooled-throttle.ts';
import type { ThrottledAction } from './rules.ts';
import { createThrottle, type Throttle } from './throttle.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

let database: TestUnitOfWork;
let clock: FakeClock;
let throttle: Throttle;
let told: string[];

beforeEach(async () => {
  database = await openTestUnitOfWork();
  clock = createFakeClock();
  told = [];
  throttle = open();
});
afterEach(() => database.close());

function open(uow = database.uow, addressFactor = 1): Throttle {
  const onRefusal = async (action: ThrottledAction) => void told.push(action);
  return createThrottle({
    uow,
    clock,
    networkOf,
    addressFactor,
    onRefusal,
    secretKey: 'a secret key, long enough for tests',
  });
}

const ann = { ip: '192.0.2.1', subject: 'ann' };

/** Returns how many of several attempts are allowed. */
async function countLet(
  count: number,
  { action = 'signIn', by = ann, through = [throttle] }: CountOptions = {},
): Promise<number> {
  const perThrottle = count / through.length;
  const settled = await Promise.allSettled(
    through.flatMap((each) => Array.from({ length: perThrottle }, () => each.attempt(action, by))),
  );
  const reasons = settled.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  expect(reasons.filter((reason) => reason !== 'AppError: too_many_requests')).toEqual([]);
  return settled.filter(({ status }) => status === 'fulfilled').length;
}

interface CountOptions {
  action?: ThrottledAction;
  by?: Caller;
  through?: readonly Throttle[];
}

const secondsToWait = async (by: Caller = ann): Promise<unknown> =>
  throttle.attempt('signIn', by).then(
    () => 0,
    (error: AppError) => error.params['seconds'],
  );

it('lets no more through at the same moment than the rule says, over two processes', async () => {
  const other = open(await database.openAnother());
  // Ten attempts, and the one that nobody can take from the owner of the account.
  expect(await countLet(60, { through: [throttle, other] })).toBe(11);
});

it('counts an address over all accounts, and an account over all addresses', async () => {
  let tried = 0;
  for (let n = 0; n < 30; n += 1) tried += await countLet(1, { by: { ip: ann.ip, subject: `u${n}` } });
  expect(tried).toBe(20);
  expect(await countLet(1, { by: { ip: '192.0.2.2', subject: 'u29' } })).toBe(1);

  tried = 0;
  for (let n = 0; n < 70; n += 1) {
    tried += await countLet(1, { action: 'sharePassword', by: { ip: `192.0.2.${n}`, subject: 'share' } });
  }
  expect(tried).toBe(51);
});

it.each([
  ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', 20],
  ['2001:db8:0:1::1', '2001:DB8:0000:0001:0:0:0:9', 20],
  ['2001:db8:0:1::1', '2001:db8:0:2::1', 40],
])('takes %s and %s for one or two lines', async (one, two, expected) => {
  const attempts = await Promise.all(
    [one, two].flatMap((ip) =>
      ['a', 'b', 'c', 'd'].map((subject) => countLet(10, { by: { ip, subject: `${subject}${ip}` } })),
    ),
  );
  expect(attempts.reduce((sum, count) => sum + count)).toBe(expected);
});

it('says how long to wait, and opens then', async () => {
  await countLet(11);
  expect(await secondsToWait()).toBe(30);
  clock.advance(29 * second);
  expect(await secondsToWait()).toBe(1);
  clock.advance(second);
  expect(await countLet(5)).toBe(1);
  clock.advance(15 * minute - 30 * second);
  expect(await countLet(20)).toBe(11);
});

it('goes on where it was after a restart', async () => {
  await countLet(11);
  expect(await countLet(5, { through: [open()] })).toBe(0);
});

it('multiplies what an address may, and not what an account may', async () => {
  throttle = open(database.uow, 3);
  expect(await countLet(100, { action: 'signUp' })).toBe(30);
  expect(await countLet(100)).toBe(11);
});

describe('taking back', () => {
  it('leaves as many failures as there were', async () => {
    for (let n = 0; n < 50; n += 1) await (await throttle.attempt('signIn', ann)).takeBack();
    expect(await countLet(20)).toBe(11);
  });

  it('opens at once again what was full', async () => {
    const { takeBack } = await throttle.attempt('totp', ann);
    expect(await countLet(20, { action: 'totp' })).toBe(9);
    await takeBack();
    expect(await countLet(20, { action: 'totp' })).toBe(1);
  });

  it('is seen by another process a second later', async () => {
    const other = open(await database.openAnother());
    const { takeBack } = await other.attempt('totp', ann);
    expect(await countLet(20, { action: 'totp' })).toBe(9);
    await takeBack();
    clock.advance(second);
    expect(await countLet(20, { action: 'totp' })).toBe(1);
  });

  it('does not touch a window that began later', async () => {
    const { takeBack } = await throttle.attempt('totp', ann);
    clock.advance(15 * minute);
    expect(await countLet(20, { action: 'totp' })).toBe(10);
    await takeBack();
    expect(await countLet(20, { action: 'totp' })).toBe(0);
  });

  it('never makes room for more than the rule says', async () => {
    const { takeBack } = await throttle.attempt('totp', ann);
    await takeBack();
    await takeBack();
    expect(await countLet(20, { action: 'totp' })).toBe(10);
  });
});

describe('a clock that is set', () => {
  it('back locks nobody out until it has caught up', async () => {
    await countLet(11);
    clock.jump(-day);
    expect(await secondsToWait()).toBe(30);
    clock.advance(30 * second);
    expect(await countLet(5)).toBe(1);
    clock.advance(15 * minute);
    expect(await countLet(20)).toBe(11);
  });

  it('back does not forget what was counted', async () => {
    await countLet(5);
    clock.jump(-day);
    expect(await countLet(20)).toBe(6);
  });

  it('forward begins a window', async () => {
    await countLet(11);
    clock.jump(day);
    expect(await countLet(20)).toBe(11);
  });
});

describe('a flood', () => {
  it('writes once for each window, and is told once', async () => {
    await countLet(11);
    const transaction = vi.spyOn(database.uow, 'transaction');
    for (let n = 0; n < 5; n += 1) {
      await countLet(200);
      clock.advance(1.1 * second);
    }
    expect(transaction.mock.calls.length).toBeLessThanOrEqual(1);
    // Several of the first concurrent attempts may have reached the transaction.
    expect(told).toEqual(['signIn']);
    clock.advance(15 * minute);
    await countLet(12);
    expect(told).toEqual(['signIn', 'signIn']);
  });

  it('of one account leaves the others alone', async () => {
    await countLet(100);
    expect(await countLet(1, { by: { ip: '192.0.2.2', subject: 'ben' } })).toBe(1);
  });

  it('lives with names of any length and kind', async () => {
    const by = { ip: ann.ip, subject: '\u0000 \ud800 %_ '.repeat(100_000) };
    expect(await countLet(20, { by })).toBe(11);
  });
});

describe('asking without counting', () => {
  const unknown = { ip: ann.ip };

  it('costs nothing before a refusal, and refuses after it', async () => {
    const find = vi.spyOn(database.uow.read.throttles, 'find');
    for (let n = 0; n < 100; n += 1) await throttle.requireOpen('unknownShare', unknown);
    expect(find).not.toHaveBeenCalled();
    expect(await countLet(70, { action: 'unknownShare' })).toBe(60);
    await expect(throttle.requireOpen('unknownShare', unknown)).rejects.toThrow(AppError);
    clock.advance(5 * minute);
    await expect(throttle.requireOpen('unknownShare', unknown)).rejects.toMatchObject({
      params: { seconds: 300 },
    });
    await throttle.requireOpen('unknownShare', { ip: '192.0.2.2' });
  });

  it('lets through again when the window is over', async () => {
    await countLet(70, { action: 'unknownShare' });
    clock.advance(10 * minute);
    await throttle.requireOpen('unknownShare', unknown);
    expect(await countLet(70, { action: 'unknownShare' })).toBe(60);
  });
});

describe('an allowance', () => {
  it('spends exactly what the rule says, with a write for each twenty', async () => {
    const spend = createPooledThrottle(throttle, 'uploadCreation', clock);
    const transaction = vi.spyOn(database.uow, 'transaction');
    const settled = await Promise.allSettled(Array.from({ length: 700 }, () => spend(ann.ip)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(600);
    expect(transaction.mock.calls.length).toBeLessThanOrEqual(31);
    clock.advance(minute);
    await spend(ann.ip);
  });

  it('shares what there is between processes', async () => {
    const other = open(await database.openAnother());
    const spenders = [throttle, other].map((each) => createPooledThrottle(each, 'uploadCreation', clock));
    const settled = await Promise.allSettled(
      spenders.flatMap((spend) => Array.from({ length: 700 }, () => spend(ann.ip))),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(600);
  });
});

it('forgets windows that are over, and only those', async () => {
  for (let n = 0; n < 600; n += 1) await throttle.attempt('signUp', { ip: `192.0.${n % 256}.${n >> 8}` });
  clock.advance(59 * minute);
  await countLet(11);
  clock.advance(minute);
  await throttle.removePast();
  expect(
    await database.uow.transaction(({ throttles }) => throttles.removePast(Number.MAX_SAFE_INTEGER, 500)),
  ).toBe(2);
});

import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { newShareKey } from '../../crypto/ids.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { openTestUnitOfWork } from '../../testing/open-unit-of-work.ts';
import { type Attempt, createThrottle, type Throttle } from '../../throttle/throttle.ts';
import { createSharePasswords } from './passwords.ts';

const clock = createFakeClock();
const share = { key: newShareKey(), passwordVersion: 0, passwordHash: 'right' };
const right = { password: 'right', ip: '192.0.2.1' };

let looks: number;
let renewed: string[];
let isOpen: boolean;
beforeEach(() => {
  looks = 0;
  renewed = [];
  isOpen = true;
});

const attempt: Attempt = { points: 1, endsAt: 0, guess: (check) => check(), takeBack: async () => undefined };

const stub: Pick<Throttle, 'attempt' | 'requireOpen'> = {
  attempt: async () => attempt,
  async requireOpen() {
    if (!isOpen) throw new AppError('too_many_requests', { seconds: 5 });
  },
};

const setUp = (throttle = stub) =>
  createSharePasswords({
    clock,
    throttle,
    async verifyPassword(hash, password) {
      looks += 1;
      return hash === password;
    },
    async renewHash(_share, password) {
      renewed.push(password);
    },
  });

it('looks once at a right password that comes again and again, at the same moment too', async () => {
  const { checkAgain } = setUp();
  const parts = await Promise.all(Array.from({ length: 16 }, () => checkAgain(share, right)));
  for (let n = 0; n < 16; n += 1) parts.push(await checkAgain(share, right));
  expect([new Set(parts), looks]).toEqual([new Set([true]), 1]);
});

it.each([
  ['after another password was set', { ...share, passwordVersion: 1 }, right],
  ['for another share', { ...share, key: newShareKey() }, right],
  ['from another address', share, { ...right, ip: '192.0.2.2' }],
])('looks again %s', async (_name, other, presented) => {
  const { checkAgain } = setUp();
  await checkAgain(share, right);
  await checkAgain(other, presented);
  expect(looks).toBe(2);
});

it('looks at every wrong one', async () => {
  const { checkAgain } = setUp();
  for (let n = 0; n < 3; n += 1) expect(await checkAgain(share, { ...right, password: 'wrong' })).toBe(false);
  expect(looks).toBe(3);
});

it('looks again after an hour', async () => {
  const { checkAgain } = setUp();
  await checkAgain(share, right);
  clock.advance(3_600_001);
  await checkAgain(share, right);
  expect(looks).toBe(2);
});

it('tells nothing to one who may not try any more', async () => {
  const { checkAgain } = setUp();
  await checkAgain(share, right);
  isOpen = false;
  await expect(checkAgain(share, right)).rejects.toMatchObject({ code: 'too_many_requests' });
});

it('closes to an address that keeps guessing while the share is closed to everybody', async () => {
  const { uow, close } = await openTestUnitOfWork();
  onTestFinished(close);
  const { checkAgain } = setUp(
    createThrottle({
      uow,
      clock,
      networkOf: (ip) => ip,
      onRefusal: async () => undefined,
      secretKey: 'a secret key, long enough for tests',
    }),
  );
  const outcomeOf = (presented: typeof right) =>
    checkAgain(share, presented).catch((error: AppError) => error.code);
  expect(await outcomeOf(right)).toBe(true);
  for (let n = 0; n <= 51; n += 1) await outcomeOf({ password: 'wrong', ip: `192.0.2.${2 + (n % 5)}` });
  expect(await outcomeOf({ password: 'guess', ip: right.ip })).toBe('too_many_requests');
  expect(await outcomeOf(right)).toBe(true);
  for (let n = 0; n < 20; n += 1) await outcomeOf({ password: `guess ${n}`, ip: right.ip });
  expect(await outcomeOf(right)).toBe('too_many_requests');
});

it('forgets the oldest of a thousand', async () => {
  const { checkAgain } = setUp();
  for (let n = 0; n <= 1000; n += 1) await checkAgain(share, { ...right, ip: `10.0.${n >> 8}.${n & 255}` });
  await checkAgain(share, { ...right, ip: '10.0.3.232' });
  expect(looks).toBe(1001);
  await checkAgain(share, { ...right, ip: '10.0.0.0' });
  expect(looks).toBe(1002);
});

it('may replace the hash of a right password only', async () => {
  const { check } = setUp();
  await check(share, { ...right, password: 'wrong' });
  expect(renewed).toEqual([]);
  await check(share, right);
  expect(renewed).toEqual(['right']);
});

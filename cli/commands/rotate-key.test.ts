import { expect, it } from 'vitest';
import { HostError } from '#sdk/contract/host.js';
import { testContext } from '../testing/context.ts';
import { stub } from '../testing/stub.ts';
import { rotateKey } from './rotate-key.ts';

const report = { isChanged: true, resealed: 12, unreadable: 0, sessions: 3, accountsWithoutCodes: 0 };

it('says what ends, and changes nothing without a yes', async () => {
  const run = stub(() => report);
  const { context, stderr } = testContext({ host: { rotateKey: run }, answers: ['n'] });
  await expect(
    rotateKey.run(context, { args: [], options: { yes: false, keyLost: false } }),
  ).rejects.toMatchObject({
    text: { key: 'cli.errors.not_confirmed' },
  });
  expect(stderr()).toContain('Everyone has to sign in again');
  expect(run).not.toHaveBeenCalled();
});

it('changes the key of the folder it is given', async () => {
  const run = stub(() => report);
  const { context } = testContext({ host: { rotateKey: run } });
  const options = { yes: true, keyLost: true, dataDir: '/srv/fileshare' };
  expect(await rotateKey.run(context, { args: [], options })).toEqual(report);
  expect(run.mock.calls).toEqual([[{ dataDir: '/srv/fileshare', isKeyLost: true }]]);
});

it('says what a lost key costs', async () => {
  const { context, stderr } = testContext({ host: { rotateKey: stub() }, answers: ['n'] });
  const options = { yes: false, keyLost: true };
  await expect(rotateKey.run(context, { args: [], options })).rejects.toThrow('not_confirmed');
  expect(stderr()).toContain('You will lose everything encrypted with the lost key');
});

it('tells when there is nothing to do', () => {
  const { context } = testContext();
  expect(rotateKey.view?.({ ...report, isChanged: false }, context)).toEqual([
    expect.stringContaining('Nothing to do'),
  ]);
});

it('tells what could not be saved', () => {
  const { context } = testContext();
  expect(rotateKey.view?.({ ...report, unreadable: 1, accountsWithoutCodes: 2 }, context)).toEqual([
    'The secret key was changed, and 12 stored secrets are now encrypted with it.',
    'The recovery codes of 2 accounts no longer work.',
    '1 stored secret was encrypted with a lost key. Set it again.',
  ]);
});

it.each([['key_from_environment'], ['wrong_secret_key'], ['no_instance_lock']] as const)(
  'explains %s',
  async (code) => {
    const fail = () => Promise.reject(new HostError(code));
    const { context } = testContext({ host: { rotateKey: fail } });
    await expect(
      rotateKey.run(context, { args: [], options: { yes: true, keyLost: false } }),
    ).rejects.toMatchObject({
      text: { key: `cli.errors.${code}` },
    });
  },
);

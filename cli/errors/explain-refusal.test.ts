import { expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { testContext } from '../testing/context.ts';
import { explainRefusal } from './explain-refusal.ts';

const server = 'https://files.example.org';
const refusal = new AppError('share_anonymous_disabled');

it('says that the key of the environment is no good any more', async () => {
  const { context } = testContext({ env: { FILESHARE_TOKEN: 'fsk_old' } });
  expect(await explainRefusal(context, refusal)).toMatchObject({
    cause: refusal,
    hint: { key: 'cli.hints.token_of_environment' },
  });
});

it('says that the saved key is no good any more', async () => {
  const { context } = testContext();
  await context.profiles.save(server, { username: 'ann', token: 'fsk_old' });
  expect(await explainRefusal(context, refusal)).toMatchObject({
    hint: { key: 'cli.hints.token_of_profile', params: { server } },
  });
});

it('names the server at which a fresh sign-in is needed', async () => {
  const { context } = testContext();
  const stale = new AppError('fresh_sign_in_required');
  expect(await explainRefusal(context, stale)).toMatchObject({
    cause: stale,
    hint: { key: 'cli.hints.login_fresh', params: { server } },
  });
});

it.each([
  ['http://files.example.org', 'UND_ERR_SOCKET', true],
  ['http://files.example.org', 'ECONNREFUSED', false],
  [server, 'UND_ERR_SOCKET', false],
])('says of %s after %s whether it may speak HTTPS', async (address, code, isHinted) => {
  const { context } = testContext({ options: { server: address } });
  const cause = Object.assign(new Error('other side closed'), { code });
  const error = Object.assign(new Error('gone', { cause }), { name: 'NetworkError' });
  const hinted: unknown = expect.objectContaining({ hint: { key: 'cli.hints.try_https' } });
  expect(await explainRefusal(context, error)).toEqual(isHinted ? hinted : error);
});

it('leaves everything else as it is', async () => {
  const { context } = testContext();
  await context.profiles.save(server, { username: 'ann' });
  expect(await explainRefusal(context, refusal)).toBe(refusal);
  const other = new AppError('api_key_scope', { scope: 'admin' });
  const { context: withKey } = testContext({ env: { FILESHARE_TOKEN: 'fsk_old' } });
  expect(await explainRefusal(withKey, other)).toBe(other);
});

import { expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { explainRefusal } from './explain-refusal.ts';
import { testContext } from './testing/context.ts';

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

it('leaves everything else as it is', async () => {
  const { context } = testContext();
  await context.profiles.save(server, { username: 'ann' });
  expect(await explainRefusal(context, refusal)).toBe(refusal);
  const other = new AppError('api_key_scope', { scope: 'admin' });
  const { context: withKey } = testContext({ env: { FILESHARE_TOKEN: 'fsk_old' } });
  expect(await explainRefusal(withKey, other)).toBe(other);
});

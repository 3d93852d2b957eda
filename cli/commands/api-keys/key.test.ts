import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { aKey, aUser } from '../../testing/accounts.ts';
import { testContext } from '../../testing/context.ts';
import { stub } from '../../testing/stub.ts';
import { createKey } from './create.ts';
import { listKeys } from './list.ts';
import { revokeKeys } from './revoke.ts';

describe('key create', () => {
  const options = {
    scope: ['shares:read' as const, 'shares:write' as const],
    expires: 90,
    passwordStdin: false,
  };

  it('asks for the password, prints the bare key, and says the rest on stderr', async () => {
    const create = stub(() => ({ apiKey: aKey(), secret: 'fsk_key' }));
    const { context, questions, stderr } = testContext({
      client: { apiKeys: { create }, users: { me: async () => aUser() } },
      answers: ['secret'],
    });
    const result = await createKey.run(context, { args: ['ci'], options });
    expect(questions).toEqual(['Your password on https://files.example.org: ']);
    expect(create).toHaveBeenCalledWith({
      body: { name: 'ci', scopes: ['shares:read', 'shares:write'], password: 'secret', expiresInDays: 90 },
    });
    expect(createKey.view?.(result, context)).toEqual(['fsk_key']);
    expect(stderr()).toContain('expires on Apr 1, 2030');
    expect(stderr()).not.toContain('fsk_key');
  });

  it('makes a key for ever when no end is named', async () => {
    const create = stub(() => ({ apiKey: aKey({ expiresAt: null }), secret: 'fsk_key' }));
    const { context, stderr } = testContext({ client: { apiKeys: { create } }, stdin: 'secret\n' });
    const input = { ...options, expires: null, passwordStdin: true };
    await createKey.run(context, { args: ['ci'], options: input });
    expect(create).toHaveBeenCalledWith({
      body: { name: 'ci', scopes: ['shares:read', 'shares:write'], password: 'secret' },
    });
    expect(stderr()).toContain('until you revoke it');
  });

  it('asks for no password of an account that has none', async () => {
    const create = stub(() => ({ apiKey: aKey(), secret: 'fsk_key' }));
    const { context, questions } = testContext({
      client: { apiKeys: { create }, users: { me: async () => aUser({ hasPassword: false }) } },
      answers: ['secret'],
    });
    await createKey.run(context, { args: ['ci'], options });
    expect(questions).toEqual([]);
    expect(create).toHaveBeenCalledWith({
      body: { name: 'ci', scopes: ['shares:read', 'shares:write'], expiresInDays: 90 },
    });
  });

  it('is a usage error where nobody can be asked', async () => {
    const { context } = testContext({ client: { users: { me: async () => aUser() } } });
    await expect(createKey.run(context, { args: ['ci'], options })).rejects.toMatchObject({ exit: 'usage' });
  });
});

describe('key list', () => {
  const apiKeys = [aKey(), aKey({ id: 'b'.repeat(32), name: 'a\tb', expiresAt: null })];

  it('prints tabs into a pipe, columns on a terminal', async () => {
    const { context } = testContext({ client: { apiKeys: { list: async () => apiKeys } } });
    const result = await listKeys.run(context, { args: [], options: {} });
    expect(listKeys.view?.(result, context)).toEqual([
      `${'a'.repeat(32)}\tshares:read,shares:write\t2030-01-01T10:00:00.000Z\t2030-04-01T10:00:00.000Z\tnever\tci`,
      `${'b'.repeat(32)}\tshares:read,shares:write\t2030-01-01T10:00:00.000Z\tnever\tnever\ta\ufffdb`,
    ]);
    context.streams.stdout.isTTY = true;
    const lines = listKeys.view?.(result, context) ?? [];
    expect(lines[0]).toMatch(/^ID +SCOPES +CREATED +EXPIRES +LAST USED +NAME$/);
    expect(lines[1]).toMatch(/Apr 1, 2030 +never +ci$/);
  });
});

describe('key revoke', () => {
  const one = aKey();
  const twins = [aKey({ id: 'b'.repeat(32), name: 'twin' }), aKey({ id: 'c'.repeat(32), name: 'twin' })];
  const client = (revoke = stub()) => ({ apiKeys: { list: async () => [one, ...twins], revoke } });
  const confirmed = { yes: true };

  it('names the key and asks', async () => {
    const revoke = stub();
    const { context, stderr, questions } = testContext({ client: client(revoke), answers: ['y'] });
    const result = await revokeKeys.run(context, { args: ['ci'], options: { yes: false } });
    expect(stderr()).toContain(`ci (${one.id}), last used: never`);
    expect(questions).toEqual([expect.stringMatching(/^Revoke this key\?/)]);
    expect(revoke.mock.calls).toEqual([[{ params: { id: one.id } }]]);
    expect(revokeKeys.view?.(result, context)).toEqual([one.id]);
  });

  it.each(['', 'no'])('revokes nothing after "%s"', async (answer) => {
    const revoke = stub();
    const { context } = testContext({ client: client(revoke), answers: [answer] });
    const running = revokeKeys.run(context, { args: ['ci'], options: { yes: false } });
    await expect(running).rejects.toMatchObject({ text: { key: 'cli.errors.not_confirmed' } });
    expect(revoke).not.toHaveBeenCalled();
  });

  it('revokes each once, however it is named', async () => {
    const revoke = stub();
    const { context } = testContext({ client: client(revoke) });
    await revokeKeys.run(context, { args: ['ci', one.id, 'b'.repeat(32)], options: confirmed });
    expect(revoke).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['twin', { exit: 'usage', details: { ids: ['b'.repeat(32), 'c'.repeat(32)] } }],
    ['nothing', { argument: 'nothing', cause: { code: 'api_key_not_found' } }],
  ])('guesses nothing: %s', async (name, expected) => {
    const revoke = stub();
    const { context } = testContext({ client: client(revoke) });
    const running = revokeKeys.run(context, { args: ['ci', name], options: confirmed });
    await expect(running).rejects.toMatchObject(expected);
    expect(revoke).not.toHaveBeenCalled();
  });

  it('tells what is revoked when a later one cannot be', async () => {
    const revoke = vi
      .fn<() => Promise<void>>()
      .mockResolvedValueOnce()
      .mockRejectedValue(new AppError('api_key_not_found'));
    const { context } = testContext({ client: client(revoke) });
    const running = revokeKeys.run(context, { args: ['ci', 'b'.repeat(32)], options: confirmed });
    await expect(running).rejects.toMatchObject({
      exit: 'partial',
      text: { key: 'cli.errors.partly_revoked', params: { done: 'ci' } },
      details: { revoked: [one.id], failed: 'b'.repeat(32), left: ['b'.repeat(32)] },
    });
  });

  it('needs --yes where nobody can be asked', async () => {
    const { context } = testContext({ client: client() });
    const running = revokeKeys.run(context, { args: ['ci'], options: { yes: false } });
    await expect(running).rejects.toMatchObject({ exit: 'usage' });
  });
});

import { describe, expect, it } from 'vitest';
import { discord } from './discord.ts';

/** Copied from Discord's API reference. */
const user = {
  id: '80351110224678912',
  username: 'nelly',
  discriminator: '0',
  global_name: 'Nelly the Elephant',
  avatar: '8342729096ea3675442027381ff50dfe',
  verified: true,
  email: 'nelly@example.org',
  flags: 64,
  premium_type: 1,
};
const guild = { id: '197038439483310086', name: 'Testers', owner: true, permissions: '36953089' };

const identify = (answers: { user?: unknown; guilds?: unknown }, limit = '') =>
  discord(limit).identify(async (url) => {
    if (url === 'https://discord.com/api/v10/users/@me') return answers.user;
    if (url !== 'https://discord.com/api/v10/users/@me/guilds') throw new Error(`nobody answers at ${url}`);
    if (answers.guilds instanceof Error) throw answers.guilds;
    return answers.guilds;
  });

it('names a person by the number', async () => {
  expect(await identify({ user })).toEqual({
    issuer: 'https://discord.com',
    subject: '80351110224678912',
    email: 'nelly@example.org',
    isEmailVerified: true,
    name: 'nelly',
    usernames: ['nelly', 'Nelly the Elephant'],
  });
});

it('vouches for an address only where Discord says that it is verified', async () => {
  expect(await identify({ user: { ...user, verified: false } })).toMatchObject({ isEmailVerified: false });
  const { verified: _verified, ...silent } = user;
  expect(await identify({ user: silent })).toMatchObject({ isEmailVerified: false });
  const { email: _email, global_name: _name, ...nameless } = user;
  expect(await identify({ user: nameless })).toMatchObject({ email: null, usernames: ['nelly'] });
});

it.each([null, {}, { ...user, id: 80351110224678 }, { message: '401: Unauthorized', code: 0 }])(
  'does not guess from %j',
  async (answer) => {
    await expect(identify({ user: answer })).rejects.toThrow('Invalid input');
  },
);

describe('limited to a guild', () => {
  it('asks for the guilds only then', () => {
    expect(discord('').scope).toBe('identify email');
    expect(discord(guild.id).scope).toBe('identify email guilds');
  });

  it('lets its members in', async () => {
    expect(await identify({ user, guilds: [{ ...guild, id: '1' }, guild] }, guild.id)).toMatchObject({
      subject: user.id,
    });
  });

  it.each([
    [[]],
    [[{ ...guild, id: '1' }]],
    [null],
    [{}],
    [[{ id: Number(guild.id) }]],
    [{ message: 'You are being rate limited.', retry_after: 64.57, global: false }],
    [new Error('no answer')],
  ])('lets nobody in when it is told %j', async (guilds) => {
    await expect(identify({ user, guilds }, guild.id)).rejects.toMatchObject({
      code: 'discord_guild_permission_denied',
    });
  });
});

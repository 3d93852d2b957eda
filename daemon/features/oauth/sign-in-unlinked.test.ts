import { afterAll, beforeAll, expect, it } from 'vitest';
import { anActor } from '../../testing/actor.ts';
import { aProfile } from '../../testing/providers/fake-providers.ts';
import { type SocialApp, startSocialApp } from '../../testing/providers/social-sign-in.ts';
import { createProviderSignIn } from './sign-in.ts';

let social: SocialApp;
beforeAll(async () => {
  social = await startSocialApp({});
});
afterAll(() => social.app.stop());

it('makes no account for somebody whose link is taken back at the same moment', async () => {
  const { member, profile } = await social.addLinked();
  const { uow, config } = social.app.app.core;
  const added: unknown[] = [];
  const admit = createProviderSignIn({
    groupPolicy: { mayEnter: () => true, prepare: async () => undefined, apply: async (_, { user }) => user },
    followProfile: async (_, { user }) => user,
    config,
    uow: {
      ...uow,
      async transaction(work) {
        await uow.transaction(({ socialAccounts }) => socialAccounts.remove(member.id, 'github'));
        return uow.transaction(work);
      },
    },
    registration: {
      check: async () => {},
      add: async (_, who) => {
        added.push(who);
        throw new Error('an account was made');
      },
    },
    signInFinish: {
      open: async () => ({ challenge: { loginToken: '', expiresAt: 0 } }),
      issue: async () => ({ loginToken: '', expiresAt: 0 }),
    },
  });
  const who = { provider: 'github', profile: aProfile(profile), userId: null } as const;
  await expect(admit(who, anActor())).rejects.toMatchObject({ code: 'not_linked' });
  expect(added).toEqual([]);
});

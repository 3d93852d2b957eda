import { afterAll, beforeAll, expect, it } from 'vitest';
import { aProfile } from '../../testing/providers/fake-providers.ts';
import { appUrl, errorPage, type SocialApp, startSocialApp } from '../../testing/providers/social-sign-in.ts';

let social: SocialApp;
beforeAll(async () => {
  social = await startSocialApp({
    env: {
      FILESHARE_CONFIG_GROUPS_RULES: 'admins => admin\nstaff => quota 5 GB',
      FILESHARE_CONFIG_GROUPS_ALLOWED: 'admins\nstaff',
    },
  });
});
afterAll(() => social.app.stop());

const comeIn = (name: string, groups: readonly string[] | null) =>
  social.goThrough(
    social.newBrowser(),
    aProfile({ subject: name, usernames: [name], email: `${name}@example.org`, groups }),
  );

const userOf = (name: string) => social.app.app.core.uow.read.users.findByUsernameKey(name);

it('applies the groups that a provider tells, at each sign-in', async () => {
  expect(await comeIn('ada', ['Admins', 'staff'])).toBe(`${appUrl}/`);
  expect(await userOf('ada')).toMatchObject({ isAdmin: true, quota: 5e9 });
  await comeIn('ada', ['admins']);
  expect(await userOf('ada')).toMatchObject({ isAdmin: true, quota: null });
  await comeIn('ada', ['staff']);
  expect(await userOf('ada')).toMatchObject({ isAdmin: false, quota: 5e9 });
});

it('lets in those of the groups that may sign in', async () => {
  expect(await comeIn('bea', ['guests'])).toBe(errorPage('group_not_allowed'));
  expect(await userOf('bea')).toBeNull();
});

it('leaves alone whose groups nobody tells', async () => {
  expect(await comeIn('cleo', null)).toBe(`${appUrl}/`);
  expect(await userOf('cleo')).toMatchObject({ isAdmin: false, quota: null });
});

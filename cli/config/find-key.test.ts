import { expect, it } from 'vitest';
import { thrownBy } from '../testing/thrown-by.ts';
import { findConfigCategory, findConfigKey } from './find-key.ts';

it('takes the names of the registry as they are', () => {
  expect(findConfigKey('oauth.oidc-clientId')).toBe('oauth.oidc-clientId');
  expect(findConfigCategory('smtp')).toBe('smtp');
});

it.each([
  ['share.maxsize', 'share.maxSize'],
  ['share.max_size', 'share.maxSize'],
  ['maxSize', 'share.maxSize'],
  ['general.appNmae', 'general.appName'],
  ['genral.appName', 'general.appName'],
  ['email.maxFiles', 'share.maxFiles'],
  ['oauth.githubEnabled', 'oauth.github-enabled'],
  ['imprintUrl', 'legal.imprintUrl'],
])('guesses nothing, but names what %s may mean', (typed, meant) => {
  expect(thrownBy(() => findConfigKey(typed))).toMatchObject({
    cause: { code: 'config_unknown', params: { key: typed } },
    hint: { key: 'cli.hints.config_similar', params: { key: meant } },
  });
});

it.each(['nonsense', 'share', '', 'x'])('names the list when nothing is near: "%s"', (typed) => {
  expect(thrownBy(() => findConfigKey(typed))).toMatchObject({ hint: { key: 'cli.hints.config_list' } });
});

it('names the categories', () => {
  expect(thrownBy(() => findConfigCategory('mail'))).toMatchObject({
    text: { key: 'cli.errors.config_category_unknown', params: { category: 'mail' } },
    hint: {
      key: 'cli.hints.config_categories',
      params: {
        categories:
          'general, share, policies, email, smtp, oauth, ldap, proxy, groups, legal, backup, malware',
      },
    },
  });
});

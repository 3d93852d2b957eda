import { expect, it } from 'vitest';
import { configEnvName, configKeys } from '#sdk/contract/config.js';
import { readLockedValues } from './locked.ts';

const locales = ['en', 'de'];

function read(variables: Record<string, string>) {
  const problems: string[] = [];
  const locked = readLockedValues(new Map(Object.entries(variables)), locales, problems);
  return { locked: [...locked], problems };
}

it('gives every variable an environment name of its own', () => {
  expect(new Set(configKeys.map(configEnvName)).size).toBe(configKeys.length);
  expect(configEnvName('share.maxSize')).toBe('FILESHARE_CONFIG_SHARE_MAX_SIZE');
});

it('reads the variables that are set', () => {
  expect(read({ FILESHARE_CONFIG_SHARE_MAX_SIZE: '1000', FILESHARE_CONFIG_GENERAL_APP_NAME: '' })).toEqual({
    locked: [['share.maxSize', '1000']],
    problems: [],
  });
});

it('names everything that is wrong, with its remedy', () => {
  const { problems } = read({
    FILESHARE_CONFIG_SHARE_MAXSIZE: '1000',
    FILESHARE_CONFIG_NONSENSE: '1',
    FILESHARE_CONFIG_SHARE_ID_LENGTH: '5',
    FILESHARE_CONFIG_GENERAL_SHOW_LOGIN: 'yes',
    FILESHARE_CONFIG_GENERAL_APP_URL: 'example.org',
    FILESHARE_CONFIG_GENERAL_DEFAULT_LOCALE: 'tlh',
    FILESHARE_CONFIG_SHARE_DEFAULT_EXPIRATION: 'soon',
    FILESHARE_CONFIG_GENERAL_APP_NAME: 'x'.repeat(61),
    FILESHARE_CONFIG_SMTP_EMAIL: 'Files <files@example.org>',
    FILESHARE_CONFIG_EMAIL_INVITE_MESSAGE: '{link}',
  });
  expect(problems).toEqual([
    'FILESHARE_CONFIG_SHARE_MAXSIZE is not a configuration variable of this version (did you mean FILESHARE_CONFIG_SHARE_MAX_SIZE?).',
    'FILESHARE_CONFIG_NONSENSE is not a configuration variable of this version.',
    'FILESHARE_CONFIG_SHARE_ID_LENGTH must be a whole number from 10 to 50.',
    'FILESHARE_CONFIG_GENERAL_SHOW_LOGIN must be true or false.',
    'FILESHARE_CONFIG_GENERAL_APP_URL must be an address like https://files.example.org, without a path.',
    'FILESHARE_CONFIG_GENERAL_DEFAULT_LOCALE must be one of: en, de.',
    'FILESHARE_CONFIG_SHARE_DEFAULT_EXPIRATION must be never, or a time span like 7-days.',
    'FILESHARE_CONFIG_GENERAL_APP_NAME must be a text of 1 to 60 characters.',
    'FILESHARE_CONFIG_SMTP_EMAIL must be an email address and nothing else.',
    'FILESHARE_CONFIG_EMAIL_INVITE_MESSAGE must be a text of at most 10000 characters with no placeholders but {url} and {password}.',
  ]);
});

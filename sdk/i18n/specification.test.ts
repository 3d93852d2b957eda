import { describe, expect, it } from 'vitest';
import { readCatalogues } from './catalogue.ts';
import { createTranslator, type MessageKey } from './translate.ts';

/** The texts that the specification fixes word for word, with the key that has each. */
const texts: Readonly<Record<string, MessageKey>> = {
  // Section 5, validation rules
  'Can only contain letters, numbers, underscores, and hyphens': 'validation.share_id',
  'This link is already in use': 'errors.share_id_taken',
  'Expiration exceeds maximum expiration date of {max}': 'errors.share_expiration_too_late',
  'Your files exceed the maximum share size of {maxSize}': 'errors.share_too_large',
  'Invalid email address': 'validation.email',
  'Must be at least {length} characters': 'validation.too_short',
  'Must be at most {length} characters': 'validation.too_long',
  'Must be exactly {length} characters': 'validation.exact_length',
  'Must be a number': 'validation.not_number',
  'This field is required': 'validation.required',
  'Config variable {key} not found': 'errors.config_unknown',

  // Section 8, social sign-in
  'Something went wrong.': 'oauth.errors.default',
  'You canceled the authentication process, please try again.': 'oauth.errors.access_denied',
  'The authentication process took too long, please try again.': 'oauth.errors.expired_token',
  'Internal Error.': 'oauth.errors.invalid_token',
  "User linked to this {provider} account doesn't exist.": 'oauth.errors.no_user',
  "Can't get email address from this {provider} account.": 'oauth.errors.no_email',
  'This {provider} account is already linked to another account.': 'oauth.errors.already_linked',
  "This {provider} account haven't linked to any account yet.": 'oauth.errors.not_linked',
  'This {provider} account is unverified, please try again after verification.':
    'oauth.errors.unverified_account',
  'You are not allowed to sign in.': 'oauth.errors.discord_guild_permission_denied',
  'Can not get your user info from this {provider} account.': 'oauth.errors.cannot_get_user_info',

  // Section 8, shares and uploads
  'Visitor limit exceeded': 'errors.share_view_limit',
  'Share removed': 'errors.share_removed',
  'Share not found': 'errors.share_not_found',
  'Invalid password': 'errors.share_password_wrong',
  'Preview not supported': 'web.preview.unsupported',
  'An error occurred while finishing your share': 'errors.share_finish_failed',
  '{count} files failed to upload, trying again.': 'web.upload.retrying',

  // Section 8, common
  'An unknown error occurred. Try again. If it happens again, tell the administrator.': 'errors.internal',
};

/** What the specification describes without quoting it: words that the text must contain. */
const described: readonly [words: readonly string[], key: MessageKey][] = [
  [['Download the file instead'], 'web.preview.unsupportedText'],
  [['Download all', 'still being prepared', 'Try again shortly'], 'client.archive_preparing'],
  [['If {email} belongs to an account', 'is on its way'], 'web.forgotPassword.sentText'],
];

const { t } = createTranslator('en', readCatalogues('en'));
/** Parameters keep their names: `{max}` stands for itself. Counted things are many. */
const names = ['max', 'maxSize', 'key', 'provider', 'email'];
const params = {
  ...Object.fromEntries(names.map((name) => [name, `{${name}}`])),
  length: 7,
  count: 7,
};

describe('the texts of the specification', () => {
  it.each(Object.entries(texts))('are there word for word: %s', (text, key) => {
    expect(t(key, params)).toBe(text.replaceAll(/\{(?:length|count)\}/g, '7'));
  });

  it.each(described)('contain what it describes: %j', (words, key) => {
    for (const part of words) expect(t(key, params).toLowerCase()).toContain(part.toLowerCase());
  });
});

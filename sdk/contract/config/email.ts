import { type ConfigRow, optionalText } from './rows.ts';

/** Subjects are shown on locked screens: no link belongs there. */
const subject = { ...optionalText, maxLength: 200, placeholders: [] } as const;
const message = { ...optionalText, type: 'text', maxLength: 10_000 } as const;

/** Empty texts of mails: those of the catalogue, in the language of the reader. */
export const emailRows = {
  'email.enableShareEmailRecipients': {
    type: 'boolean',
    default: false,
    requires: ['smtp.enabled'],
    visibility: 'public',
  },
  'email.shareRecipientsSubject': { ...subject, placeholders: ['creator', 'expires'] },
  'email.shareRecipientsMessage': { ...message, placeholders: ['creator', 'shareUrl', 'desc', 'expires'] },
  'email.reverseShareSubject': subject,
  'email.reverseShareMessage': { ...message, placeholders: ['shareUrl'] },
  'email.resetPasswordSubject': subject,
  'email.resetPasswordMessage': { ...message, placeholders: ['url'] },
  'email.inviteSubject': subject,
  // No password is ever mailed: `{password}` is for texts from elsewhere and becomes empty.
  'email.inviteMessage': { ...message, placeholders: ['url', 'password'] },
} as const satisfies Record<string, ConfigRow>;

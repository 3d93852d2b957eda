import { type ConfigRow, optionalText } from './rows.ts';
import { emailSwitches } from './switches.ts';

/** Subjects have no placeholders: they are shown on locked screens, where no link belongs. */
const subject = { ...optionalText, maxLength: 200, placeholders: [] } as const;
const message = { ...optionalText, type: 'text', maxLength: 10_000 } as const;

/** If a text is empty, the mail uses the one of the catalogue, in the recipient's language. */
export const emailRows = {
  ...emailSwitches,
  'email.shareRecipientsSubject': { ...subject, placeholders: ['creator', 'expires'] },
  'email.shareRecipientsMessage': { ...message, placeholders: ['creator', 'shareUrl', 'desc', 'expires'] },
  'email.reverseShareSubject': subject,
  'email.reverseShareMessage': { ...message, placeholders: ['shareUrl'] },
  'email.resetPasswordSubject': subject,
  'email.resetPasswordMessage': { ...message, placeholders: ['url'] },
  'email.inviteSubject': subject,
  // No password is ever mailed: `{password}` is accepted for texts written for other programs, and replaced by nothing.
  'email.inviteMessage': { ...message, placeholders: ['url', 'password'] },
} as const satisfies Record<string, ConfigRow>;

import type { MailState } from '#sdk/contract/mails.js';
import type { Translator } from '#sdk/i18n/translate.js';

/** What a mail is about, in words; kinds that the texts do not know yet go by their name. */
export function mailText({ t, has }: Translator, kind: string): string {
  const key = `web.admin.mails.kinds.${kind}`;
  return has(key) ? t(key) : kind;
}

export const mailColors = {
  queued: 'warning.main',
  sent: 'success.main',
  failed: 'error.main',
} as const satisfies Record<MailState, string>;

import type { MessageParams, Translator } from '#sdk/i18n/translate.js';

/** The texts of mails about shares, with their `{placeholders}` not yet filled in. */
export interface MailTemplate {
  subject: string;
  text: string;
}

const open: MessageParams = {
  creator: '{creator}',
  shareUrl: '{shareUrl}',
  desc: '{desc}',
  expires: '{expires}',
  contents: '{contents}',
  reverseShare: '{reverseShare}',
  appName: '{appName}',
};

/** Lines for which there is no value are left out. */
export function invitationTemplate(
  { t }: Translator,
  { hasDescription, hasPassword, hasEnd }: { hasDescription: boolean; hasPassword: boolean; hasEnd: boolean },
): MailTemplate {
  const parts = [
    t('mail.shareRecipients.message', open),
    '{contents}',
    ...(hasDescription ? [t('mail.shareRecipients.description', open)] : []),
    ...(hasPassword ? [t('mail.shareRecipients.password', open)] : []),
    ...(hasEnd ? [t('mail.shareRecipients.end', open)] : []),
  ];
  return { subject: t('mail.shareRecipients.subject', open), text: parts.join('\n\n') };
}

export function receivedTemplate({ t }: Translator, isNamed: boolean): MailTemplate {
  const parts = [
    t('mail.reverseShare.message', open),
    '{contents}',
    ...(isNamed ? [t('mail.reverseShare.name', open)] : []),
  ];
  return { subject: t('mail.reverseShare.subject', open), text: parts.join('\n\n') };
}

/** A text that the administrator has set overrides the default. */
export function customize(template: MailTemplate, own: MailTemplate): MailTemplate {
  return { subject: own.subject || template.subject, text: own.text || template.text };
}

/**
 * Prepares user text for a mail: clips it, removes invisible characters, and breaks up anything that a mail program
 * would turn into a link. The word joiner it inserts is invisible.
 */
export function quote(text: string, maxLength: number): string {
  const visible = text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}]/gu, '');
  // Splits by code points, not by UTF-16 halves.
  const signs = [...visible];
  const clipped =
    signs.length > maxLength
      ? `${signs
          .slice(0, maxLength - 1)
          .join('')
          .trimEnd()}…`
      : visible;
  return clipped.replaceAll(/(?<=\S)[.:@/。．｡](?=\S)/gu, (sign) => `\u2060${sign}\u2060`);
}

/** Removes the gaps that empty values leave. */
export function closeGaps(text: string): string {
  return text.replaceAll(/\n{3,}/g, '\n\n').trim();
}

import type { MessageParams, Translator } from '#sdk/i18n/translate.js';

/** The texts of mails about shares, with their `{placeholders}` still open. */
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

/** What there is nothing to say about is left out. */
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

/** A text that the administrator has set goes before the one of the catalogue. */
export function customize(template: MailTemplate, own: MailTemplate): MailTemplate {
  return { subject: own.subject || template.subject, text: own.text || template.text };
}

/**
 * What somebody has written, for a mail: clipped, without signs that cannot be seen, and with nothing that a mail
 * program takes for an address and makes clickable. A word joiner cannot be seen.
 */
export function quote(text: string, maxLength: number): string {
  const visible = text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}]/gu, '');
  // By signs, not by their halves.
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

/** Values that are empty leave no gap. */
export function closeGaps(text: string): string {
  return text.replaceAll(/\n{3,}/g, '\n\n').trim();
}

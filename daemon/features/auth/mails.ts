import type { MessageParams, Translator } from '#sdk/i18n/translate.js';
import type { AccountNotice } from '../users/account-mails-port.ts';

/** The texts of mails about accounts, with their `{placeholders}` not yet filled in. */
export interface MailTemplate {
  subject: string;
  text: string;
}

const open: MessageParams = {
  username: '{username}',
  url: '{url}',
  appName: '{appName}',
  provider: '{provider}',
};

export function passwordResetTemplate({ t }: Translator): MailTemplate {
  return { subject: t('mail.resetPassword.subject', open), text: t('mail.resetPassword.message', open) };
}

export function invitationTemplate({ t }: Translator): MailTemplate {
  return { subject: t('mail.invite.subject', open), text: t('mail.invite.message', open) };
}

export function emailConfirmationTemplate({ t }: Translator): MailTemplate {
  return { subject: t('mail.confirmEmail.subject', open), text: t('mail.confirmEmail.message', open) };
}

export function noticeTemplate({ t }: Translator, notice: AccountNotice): MailTemplate {
  return {
    subject: t(`mail.notices.${notice}.subject`, open),
    text: `${t(`mail.notices.${notice}.message`, open)}\n\n${t('mail.notices.remedy', open)}`,
  };
}

/** A text that the administrator has set overrides the default. */
export function customize(template: MailTemplate, own: MailTemplate): MailTemplate {
  return { subject: own.subject || template.subject, text: own.text || template.text };
}

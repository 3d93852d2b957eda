import type { Translator } from '#sdk/i18n/translate.js';
import type { MailMessage } from '../../mail/message.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { NoticeAbout } from '../users/account-mails-port.ts';
import {
  customize,
  emailConfirmationTemplate,
  invitationTemplate,
  type MailTemplate,
  noticeTemplate,
  passwordResetTemplate,
} from './mails.ts';

interface Deps {
  config: ConfigReader;
  /** Replaces the `{names}` in a text in one pass. */
  fillIn(template: string, values: Readonly<Record<string, string>>): string;
}

export interface AccountFacts {
  username: string;
  /** The link that the mail is sent for. */
  url: string;
}

type Body = Pick<MailMessage, 'subject' | 'text' | 'link' | 'locale'>;

export type ComposeLinkMail = (translator: Translator, facts: AccountFacts) => Body;

/** Texts of mails about accounts, without recipients and expiry. */
export interface AccountTexts {
  passwordReset: ComposeLinkMail;
  invitation: ComposeLinkMail;
  emailConfirmation: ComposeLinkMail;
  notice(translator: Translator, about: NoticeAbout): Body;
}

export function createAccountTexts({ config, fillIn }: Deps): AccountTexts {
  function fill({ subject, text }: MailTemplate, { username, url }: AccountFacts): MailTemplate {
    const appName = config.get('general.appName');
    return {
      subject: fillIn(subject, { username, appName }),
      text: fillIn(text, { username, appName, url, password: '' }),
    };
  }

  function fillNotice({ subject, text }: MailTemplate, values: Readonly<Record<string, string>>) {
    return { subject: fillIn(subject, values), text: fillIn(text, values) };
  }

  function withLink({ locale }: Translator, template: MailTemplate, facts: AccountFacts): Body {
    const { subject, text } = fill(template, facts);
    const { url } = facts;
    return { subject, text: text.includes(url) ? text : `${text}\n\n${url}`, link: url, locale };
  }

  return {
    passwordReset(translator, facts) {
      const template = customize(passwordResetTemplate(translator), {
        subject: config.get('email.resetPasswordSubject'),
        text: config.get('email.resetPasswordMessage'),
      });
      return withLink(translator, template, facts);
    },

    invitation(translator, facts) {
      const template = customize(invitationTemplate(translator), {
        subject: config.get('email.inviteSubject'),
        text: config.get('email.inviteMessage'),
      });
      return withLink(translator, template, facts);
    },

    emailConfirmation: (translator, facts) =>
      withLink(translator, emailConfirmationTemplate(translator), facts),

    notice(translator, about) {
      const { user, notice } = about;
      const provider = 'provider' in about ? translator.t(`oauth.providers.${about.provider}`) : '';
      const values = { username: user.username, appName: config.get('general.appName'), provider };
      const filled = fillNotice(noticeTemplate(translator, notice), values);
      return { ...filled, link: null, locale: translator.locale };
    },
  };
}

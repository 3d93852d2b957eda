import { AppError } from '#sdk/contract/errors.js';
import { readCatalogues } from '#sdk/i18n/catalogue.js';
import { fallbackLocale } from '#sdk/i18n/locales.js';
import { matchLocale } from '#sdk/i18n/match.js';
import { createTranslator, type Translator } from '#sdk/i18n/translate.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Actor } from '../../http/actor.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { OutboxRepo } from '../../mail/outbox-repo.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { AccountMails, MailTransaction } from '../users/account-mails.ts';
import type { UserRecord } from '../users/types.ts';
import type { AccountLinks } from './account-links.ts';
import type { LinkRepo } from './link-repo.ts';
import {
  customize,
  emailConfirmationTemplate,
  invitationTemplate,
  type MailTemplate,
  noticeTemplate,
  passwordResetTemplate,
} from './mails.ts';
import type { LinkPurpose } from './types.ts';

interface Deps {
  config: ConfigReader;
  clock: Clock;
  links: AccountLinks;
  outbox: Pick<Outbox, 'add'>;
  /** Puts values into the `{names}` of a text, in one pass. */
  fillIn(template: string, values: Readonly<Record<string, string>>): string;
}

interface MailRepos {
  links: LinkRepo;
  outbox: OutboxRepo;
}

interface LinkMail {
  kind: string;
  purpose: LinkPurpose;
  user: UserRecord;
  /** Where it goes. */
  email: string;
  template(translator: Translator): MailTemplate;
}

/** A notice that is older is no news. */
const noticeLifetime = 24 * 3_600_000;

export function createAccountMails({ config, clock, links, outbox, fillIn }: Deps): AccountMails<MailRepos> {
  const isEnabled = () => config.get('smtp.enabled');

  /** Who reads the mail is mostly who causes it; else nothing is known of the reader but the instance. */
  function translatorFor(user: UserRecord, actor: Actor): Translator {
    const isReader = !actor.isHost && (actor.user === null || actor.user.id === user.id);
    const wanted = [...(isReader ? actor.languages : []), config.get('general.defaultLocale')];
    const locale = matchLocale(wanted);
    const catalogues = readCatalogues(locale);
    return createTranslator(locale in catalogues ? locale : fallbackLocale, catalogues);
  }

  async function sendLink(tx: MailTransaction<MailRepos>, mail: LinkMail, actor: Actor): Promise<void> {
    if (!isEnabled()) throw new AppError('mail_disabled');
    const { kind, purpose, user, email } = mail;
    const { url, expiresAt } = await links.issue(tx.repos.links, { user, purpose, email });
    const translator = translatorFor(user, actor);
    const { subject, text } = fill(mail.template(translator), user, url);
    const { locale } = translator;
    const message = {
      kind,
      to: email,
      subject,
      text: text.includes(url) ? text : `${text}\n\n${url}`,
      link: url,
      locale,
      expiresAt,
    };
    await outbox.add(tx, message, { userId: user.id });
  }

  function fill({ subject, text }: MailTemplate, { username }: UserRecord, url: string): MailTemplate {
    const appName = config.get('general.appName');
    return {
      subject: fillIn(subject, { username, appName }),
      text: fillIn(text, { username, appName, url, password: '' }),
    };
  }

  return {
    isEnabled,

    sendPasswordReset: (tx, user, actor) =>
      sendLink(
        tx,
        {
          kind: 'passwordReset',
          purpose: 'reset',
          user,
          email: user.email,
          template: (translator) =>
            customize(passwordResetTemplate(translator), {
              subject: config.get('email.resetPasswordSubject'),
              text: config.get('email.resetPasswordMessage'),
            }),
        },
        actor,
      ),

    sendInvitation: (tx, user, actor) =>
      sendLink(
        tx,
        {
          kind: 'invitation',
          purpose: 'invite',
          user,
          email: user.email,
          template: (translator) =>
            customize(invitationTemplate(translator), {
              subject: config.get('email.inviteSubject'),
              text: config.get('email.inviteMessage'),
            }),
        },
        actor,
      ),

    sendEmailConfirmation: (tx, { user, email }, actor) =>
      sendLink(
        tx,
        { kind: 'emailConfirmation', purpose: 'email', user, email, template: emailConfirmationTemplate },
        actor,
      ),

    async sendNotice(tx, { user, notice }, actor) {
      if (!isEnabled()) return;
      const translator = translatorFor(user, actor);
      const filled = fill(noticeTemplate(translator, notice), user, '');
      const { locale } = translator;
      const expiresAt = clock.now() + noticeLifetime;
      const message = { kind: notice, to: user.email, ...filled, link: null, locale, expiresAt };
      await outbox.add(tx, message, { userId: user.id });
    },
  };
}

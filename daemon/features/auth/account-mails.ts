import { AppError } from '#sdk/contract/errors.js';
import { translatorFor } from '#sdk/i18n/catalogue.js';
import type { Translator } from '#sdk/i18n/translate.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Actor } from '../../http/actor.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { OutboxRepo } from '../../mail/outbox-repo.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { AccountMails, MailTransaction } from '../users/account-mails-port.ts';
import type { UserRecord } from '../users/types.ts';
import type { AccountLinks } from './account-links.ts';
import { type ComposeLinkMail, createAccountTexts } from './account-texts.ts';
import type { LinkRepo } from './repos/link-repo.ts';
import type { LinkPurpose } from './types.ts';

interface Deps {
  config: ConfigReader;
  clock: Clock;
  links: AccountLinks;
  outbox: Pick<Outbox, 'add'>;
  /** Replaces the `{names}` in a text in one pass. */
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
  /** The address it is sent to. */
  email: string;
  compose: ComposeLinkMail;
}

/** A notice older than this (milliseconds) is not worth sending. */
const noticeLifetime = 24 * 3_600_000;

export function createAccountMails({ config, clock, links, outbox, fillIn }: Deps): AccountMails<MailRepos> {
  const isEnabled = () => config.get('smtp.enabled');

  const texts = createAccountTexts({ config, fillIn });

  /** The reader of the mail is usually the actor; otherwise only the language of the instance is known. */
  function translatorOf(user: UserRecord, actor: Actor): Translator {
    const isReader = actor.user === null || actor.user.id === user.id;
    return translatorFor([...(isReader ? actor.languages : []), config.get('general.defaultLocale')]);
  }

  async function sendLink(tx: MailTransaction<MailRepos>, mail: LinkMail, actor: Actor): Promise<void> {
    if (!isEnabled()) throw new AppError('mail_disabled');
    const { kind, purpose, user, email } = mail;
    const { url, expiresAt } = await links.issue(tx.repos.links, { user, purpose, email });
    const body = mail.compose(translatorOf(user, actor), { username: user.username, url });
    await outbox.add(tx, { kind, to: email, ...body, expiresAt }, { userId: user.id });
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
          compose: texts.passwordReset,
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
          compose: texts.invitation,
        },
        actor,
      ),

    sendEmailConfirmation: (tx, { user, email }, actor) =>
      sendLink(
        tx,
        { kind: 'emailConfirmation', purpose: 'email', user, email, compose: texts.emailConfirmation },
        actor,
      ),

    async sendNotice(tx, about, actor) {
      if (!isEnabled()) return;
      const { user, notice } = about;
      const body = texts.notice(translatorOf(user, actor), about);
      const expiresAt = clock.now() + noticeLifetime;
      const message = { kind: notice, to: user.email, ...body, expiresAt };
      await outbox.add(tx, message, { userId: user.id });
    },
  };
}

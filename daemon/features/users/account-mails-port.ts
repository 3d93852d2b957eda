import type { AccountSource } from '#sdk/contract/oauth.js';
import type { AfterCommit } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { UserRecord } from './types.ts';

/** Notices to the owner of an account about a change, in case somebody else made it. */
export type AccountNotice = PlainNotice | SocialNotice;

export type PlainNotice =
  | 'passwordChanged'
  | 'emailChanged'
  | 'totpEnabled'
  | 'totpDisabled'
  | 'recoveryCodeUsed'
  | 'recoveryCodesRenewed'
  | 'apiKeyCreated'
  | 'workloadIdentityCreated';

type SocialNotice = 'socialLinked' | 'socialUnlinked' | 'passwordManaged';

/** The notice and its recipient. */
export type NoticeAbout =
  | { user: UserRecord; notice: PlainNotice }
  | { user: UserRecord; notice: SocialNotice; provider: AccountSource };

/**
 * Mails about accounts. They are queued within the transaction of the change (`Repos` are those of the transaction),
 * and sent after it. Written in the language of `actor` if that is the owner, otherwise in the language of the
 * instance.
 */
export interface AccountMails<Repos> {
  /** Whether this instance sends mail at all. */
  isEnabled(): boolean;
  /**
   * Mails a link to choose a new password.
   *
   * @throws AppError `mail_disabled`, like the next two
   */
  sendPasswordReset(tx: MailTransaction<Repos>, user: UserRecord, actor: Actor): Promise<void>;
  /** Mails a link to set the first password. */
  sendInvitation(tx: MailTransaction<Repos>, user: UserRecord, actor: Actor): Promise<void>;
  /** Mails a link to the new address; the change waits for its confirmation. */
  sendEmailConfirmation(
    tx: MailTransaction<Repos>,
    change: { user: UserRecord; email: string },
    actor: Actor,
  ): Promise<void>;
  /** Mails the notice to the address in the given user record. Does nothing if mail is turned off. */
  sendNotice(tx: MailTransaction<Repos>, about: NoticeAbout, actor: Actor): Promise<void>;
}

export interface MailTransaction<Repos> {
  repos: Repos;
  afterCommit: AfterCommit;
}

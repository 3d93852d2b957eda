import type { OauthProvider } from '#sdk/contract/oauth.js';
import type { AfterCommit } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { UserRecord } from './types.ts';

/** What the owner of an account is told after the fact, in case it was somebody else. */
export type AccountNotice = PlainNotice | SocialNotice;

export type PlainNotice =
  | 'passwordChanged'
  | 'emailChanged'
  | 'totpEnabled'
  | 'totpDisabled'
  | 'recoveryCodeUsed'
  | 'recoveryCodesRenewed'
  | 'apiKeyCreated';

type SocialNotice = 'socialLinked' | 'socialUnlinked';

/** What is told, and to whom. */
export type NoticeAbout =
  | { user: UserRecord; notice: PlainNotice }
  | { user: UserRecord; notice: SocialNotice; provider: OauthProvider };

/**
 * Mails about accounts. They are queued inside the transaction of what they tell (`Repos` are those of the transaction), and
 * sent after it. Written in the language of `actor` when that is the owner, else in the instance's.
 */
export interface AccountMails<Repos> {
  /** Whether this instance sends mail at all. */
  isEnabled(): boolean;
  /**
   * A link to choose a new password.
   *
   * @throws AppError `mail_disabled`, as the next two do
   */
  sendPasswordReset(tx: MailTransaction<Repos>, user: UserRecord, actor: Actor): Promise<void>;
  /** A link to set the first password. */
  sendInvitation(tx: MailTransaction<Repos>, user: UserRecord, actor: Actor): Promise<void>;
  /** A link to the new address; the change waits for it. */
  sendEmailConfirmation(
    tx: MailTransaction<Repos>,
    change: { user: UserRecord; email: string },
    actor: Actor,
  ): Promise<void>;
  /** To the address that `user` has in the record given. Nothing happens where no mail is sent. */
  sendNotice(tx: MailTransaction<Repos>, about: NoticeAbout, actor: Actor): Promise<void>;
}

export interface MailTransaction<Repos> {
  repos: Repos;
  afterCommit: AfterCommit;
}

import { AppError } from '#sdk/contract/errors.js';
import type { Clock } from '../../crypto/clock.ts';
import type { RecoveryCodes } from '../../crypto/recovery-codes.ts';
import type { Seal } from '../../crypto/seal.ts';
import { sealPurposes } from '../../crypto/seal-purposes.ts';
import { findTotpStep } from '../../crypto/totp.ts';
import type { Actor } from '../../http/actor.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AccountMails, MailTransaction } from '../users/account-mails-port.ts';
import type { UserRecord } from '../users/types.ts';
import type { AuthRepos } from './types.ts';

interface Deps {
  audit: AuditLog;
  clock: Clock;
  mails: Pick<AccountMails<AuthRepos>, 'sendNotice'>;
  recoveryCodes: RecoveryCodes;
  seal: Seal;
}

export interface PresentedCode {
  user: UserRecord;
  /** Six digits of the authenticator, or a recovery code. */
  code: string;
  /** The owner of the account, as the actor. */
  owner: Actor;
}

type Tx = MailTransaction<AuthRepos>;

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** Checks codes of the authenticator and recovery codes. Each is accepted once, even for concurrent requests. */
export function createSecondFactor({ audit, clock, mails, recoveryCodes, seal }: Deps) {
  async function findStep(user: UserRecord, sealed: string, code: string): Promise<number | null> {
    return findTotpStep(openSecret(user, sealed), code, clock.now());
  }

  function openSecret({ id }: UserRecord, sealed: string): string {
    try {
      return seal.open(sealed, sealPurposes.totp(id));
    } catch (error) {
      // The key that sealed it is lost.
      throw new AppError('totp_unreadable', undefined, { cause: error });
    }
  }

  async function useTotp({ totps }: AuthRepos, user: UserRecord, code: string): Promise<boolean> {
    if (user.totpSecret === null) return false;
    const step = await findStep(user, user.totpSecret, code);
    return step !== null && totps.useStep(user.id, step);
  }

  async function useRecoveryCode(tx: Tx, { user, code, owner }: PresentedCode): Promise<boolean> {
    const { totps, audit: trail } = tx.repos;
    const hash = recoveryCodes.hash(user.id, code);
    if (hash === null || !(await totps.useRecoveryCode(user.id, hash))) return false;
    const left = await totps.countRecoveryCodes(user.id);
    await audit.note(trail, owner, { action: 'totp.recovery_code_use', details: { left } });
    await mails.sendNotice(tx, { user, notice: 'recoveryCodeUsed' }, owner);
    return true;
  }

  return {
    /** Seals the pending or active secret of an account for storage. */
    sealSecret: (user: UserRecord, secret: string) => seal.seal(secret, sealPurposes.totp(user.id)),

    /** Returns the time step of a code for a secret that is not active yet, or null. */
    findStep,

    /** Uses a code up, within the transaction of the change it confirms; false when it is wrong or was already used. */
    async accept(tx: Tx, presented: PresentedCode): Promise<boolean> {
      const { user, code } = presented;
      return (await useRecoveryCode(tx, presented)) || useTotp(tx.repos, user, code);
    },
  };
}

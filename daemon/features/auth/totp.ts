import type { AuditAction } from '#sdk/contract/audit.js';
import { requiresTotp } from '#sdk/contract/config/policies.js';
import { AppError } from '#sdk/contract/errors.js';
import type { RecoveryCodes } from '../../crypto/recovery-codes.ts';
import { newTotpSecret, totpAddress } from '../../crypto/totp.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AuditLog } from '../audit/log.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { AccountMails, MailTransaction } from '../users/account-mails-port.ts';
import type { ConfirmPassword } from '../users/confirm-password.ts';
import type { UserRecord } from '../users/types.ts';
import { drawQrCode } from './qr-code.ts';
import type { SecondFactor } from './second-factor.ts';
import type { AuthRepos } from './types.ts';

interface Deps {
  uow: UnitOfWork<AuthRepos>;
  audit: AuditLog;
  config: ConfigReader;
  confirmPassword: ConfirmPassword;
  mails: Pick<AccountMails<AuthRepos>, 'sendNotice'>;
  recoveryCodes: RecoveryCodes;
  secondFactor: SecondFactor;
  throttle: Throttle;
}

interface Proof {
  password?: string | undefined;
  code: string;
}

interface Change {
  user: UserRecord;
  action: AuditAction;
  /** False when the code is wrong: then nothing has changed. */
  work(tx: Tx): Promise<boolean>;
}

interface TotpEnrolment {
  totpAuthUrl: string;
  totpSecret: string;
  qrCode: string;
}

type Tx = MailTransaction<AuthRepos>;

export type TotpService = ReturnType<typeof createTotpService>;

/** Turns the second factor on and off. Everything requires the password; every change ends the other sessions. */
export function createTotpService(deps: Deps) {
  const { uow, audit, config, confirmPassword, mails, recoveryCodes, secondFactor, throttle } = deps;

  /** Checks a code and makes the change it confirms in one transaction: both happen or neither. */
  async function change(actor: Actor, { user, action, work }: Change): Promise<void> {
    const attempt = await throttle.attempt('totp', { ip: actor.ip, subject: user.id });
    const isDone = await attempt.guess(() =>
      uow.transaction(async (repos, afterCommit) => {
        await repos.lock('user', user.id);
        const current = await repos.users.findById(user.id);
        // Either may have changed since it was read.
        if (current?.passwordHash !== user.passwordHash) throw new AppError('password_wrong');
        if (current.totpSecret !== user.totpSecret) return false;
        if (!(await work({ repos, afterCommit }))) return false;
        await repos.sessions.removeOfUser(user.id, actor.sessionId);
        await audit.note(repos.audit, actor, { action });
        return true;
      }),
    );
    if (isDone) return;
    await audit.record(actor, { action, result: 'refused', details: { reason: 'totp_wrong' } });
    throw new AppError('totp_wrong');
  }

  async function confirmOwner(actor: Actor, password: string | undefined): Promise<UserRecord> {
    const user = await confirmPassword(actor, password);
    if (user.totpSecret === null) throw new AppError('totp_not_enabled');
    return user;
  }

  return {
    /** @throws AppError `password_wrong`, `totp_enabled` */
    async enable(actor: Actor, password: string | undefined): Promise<TotpEnrolment> {
      const user = await confirmPassword(actor, password);
      const totpSecret = await newTotpSecret();
      const sealed = secondFactor.sealSecret(user, totpSecret);
      const isPending = await uow.transaction(({ totps }) => totps.setPending(user.id, sealed));
      if (!isPending) throw new AppError('totp_enabled');
      const label = { issuer: config.get('general.appName'), account: user.email, secret: totpSecret };
      const totpAuthUrl = await totpAddress(label);
      return { totpAuthUrl, totpSecret, qrCode: await drawQrCode(totpAuthUrl) };
    },

    /**
     * Returns the recovery codes.
     *
     * @throws AppError `password_wrong`, `totp_wrong`, `totp_enabled`, `totp_not_enabled`
     */
    async verify(actor: Actor, { password, code }: Proof): Promise<string[]> {
      const user = await confirmPassword(actor, password);
      if (user.totpSecret !== null) throw new AppError('totp_enabled');
      const sealed = await uow.read.totps.findPending(user.id);
      if (sealed === null) throw new AppError('totp_not_enabled');
      const { codes, hashes } = recoveryCodes.create(user.id);
      const work = async (tx: Tx) => {
        const { totps } = tx.repos;
        const step = await secondFactor.findStep(user, sealed, code);
        if (step === null || !(await totps.enable(user.id, sealed, step))) return false;
        await totps.replaceRecoveryCodes(user.id, hashes);
        await mails.sendNotice(tx, { user, notice: 'totpEnabled' }, actor);
        return true;
      };
      await change(actor, { user, action: 'totp.enable', work });
      return codes;
    },

    /** @throws AppError `password_wrong`, `totp_wrong`, `totp_not_enabled`, `totp_mandatory` */
    async disable(actor: Actor, { password, code }: Proof): Promise<void> {
      const user = await confirmOwner(actor, password);
      const { isAdmin, passwordHash } = user;
      const isMandatory = requiresTotp({ isAdmin, hasPassword: passwordHash !== null }, config.get);
      if (isMandatory) throw new AppError('totp_mandatory');
      const work = async (tx: Tx) => {
        if (!(await secondFactor.accept(tx, { user, code, owner: actor }))) return false;
        await tx.repos.totps.disable(user.id);
        await mails.sendNotice(tx, { user, notice: 'totpDisabled' }, actor);
        return true;
      };
      await change(actor, { user, action: 'totp.disable', work });
    },

    /**
     * Returns new recovery codes; the old ones are no longer valid.
     *
     * @throws AppError `password_wrong`, `totp_wrong`, `totp_not_enabled`
     */
    async renewRecoveryCodes(actor: Actor, { password, code }: Proof): Promise<string[]> {
      const user = await confirmOwner(actor, password);
      const { codes, hashes } = recoveryCodes.create(user.id);
      const work = async (tx: Tx) => {
        if (!(await secondFactor.accept(tx, { user, code, owner: actor }))) return false;
        await tx.repos.totps.replaceRecoveryCodes(user.id, hashes);
        await mails.sendNotice(tx, { user, notice: 'recoveryCodesRenewed' }, actor);
        return true;
      };
      await change(actor, { user, action: 'totp.recovery_codes_renew', work });
      return codes;
    },
  };
}

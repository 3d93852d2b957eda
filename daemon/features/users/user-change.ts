import type { AuditEvent } from '../audit/types.ts';
import type { PlainNotice } from './account-mails.ts';
import { emailKey, isActiveAdmin, usernameKey } from './policy.ts';
import type { UserRecord } from './types.ts';

/** What an administrator asks for; what is undefined stays. */
export interface WantedChange {
  username?: string | undefined;
  email?: string | undefined;
  passwordHash?: string | undefined;
  isAdmin?: boolean | undefined;
  quota?: number | null | undefined;
  isDisabled?: boolean | undefined;
}

export interface UserChangePlan {
  next: UserRecord;
  events: readonly Omit<AuditEvent, 'subject'>[];
  notices: readonly PlainNotice[];
  /** Name, address or password, which say who somebody is, change. */
  isIdentity: boolean;
  /** One less of those who may administer. */
  losesAdmin: boolean;
  endsSessions: boolean;
  /** Mailed links: they went to the old address, or set a password that somebody else has set now. */
  endsLinks: boolean;
  /** Keys too were made by whoever had the account before. */
  endsKeys: boolean;
  /** So were the links to accounts elsewhere. */
  endsSocialAccounts: boolean;
  endsUploadTokens: boolean;
}

/** What follows from a change of an account; nothing from what is as it was. */
export function planChange(user: UserRecord, wanted: WantedChange, now: number): UserChangePlan {
  const next = merge(user, wanted, now);
  const fields = (['username', 'email', 'quota'] as const).filter((name) => next[name] !== user[name]);
  const isNewRole = next.isAdmin !== user.isAdmin;
  const isNewPassword = next.passwordHash !== user.passwordHash;
  const isNewEmail = next.email !== user.email;
  const isDisabling = next.disabledAt !== null && user.disabledAt === null;
  const isEnabling = next.disabledAt === null && user.disabledAt !== null;
  const events: [boolean, Omit<AuditEvent, 'subject'>][] = [
    [fields.length > 0, { action: 'user.update', details: { fields: fields.join(', ') } }],
    [isNewRole, { action: 'user.role_change', details: { isAdmin: next.isAdmin } }],
    [isNewPassword, { action: 'user.password_set' }],
    [isDisabling, { action: 'user.disable' }],
    [isEnabling, { action: 'user.enable' }],
  ];
  return {
    next,
    events: events.filter(([happens]) => happens).map(([, event]) => event),
    notices: [
      ...(isNewEmail ? (['emailChanged'] as const) : []),
      ...(isNewPassword ? (['passwordChanged'] as const) : []),
    ],
    isIdentity: isNewPassword || isNewEmail || next.username !== user.username,
    losesAdmin: isActiveAdmin(user) && !isActiveAdmin(next),
    endsSessions: isNewRole || isNewPassword || isDisabling,
    endsLinks: isNewPassword || isNewEmail || isDisabling,
    endsKeys: isNewPassword || isDisabling,
    endsSocialAccounts: isNewPassword,
    endsUploadTokens: isDisabling,
  };
}

function merge(user: UserRecord, wanted: WantedChange, now: number): UserRecord {
  const { username, email, passwordHash, isAdmin, quota, isDisabled } = wanted;
  return {
    ...user,
    ...(username !== undefined && { username, usernameKey: usernameKey(username) }),
    ...(email !== undefined && { email, emailKey: emailKey(email) }),
    ...(passwordHash !== undefined && { passwordHash }),
    ...(isAdmin !== undefined && { isAdmin }),
    ...(quota !== undefined && { quota }),
    ...(isDisabled !== undefined && { disabledAt: isDisabled ? (user.disabledAt ?? now) : null }),
  };
}

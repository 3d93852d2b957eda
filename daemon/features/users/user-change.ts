import type { AuditEvent } from '../audit/types.ts';
import type { PlainNotice } from './account-mails-port.ts';
import { emailKey, isActiveAdmin, usernameKey } from './policy.ts';
import type { UserRecord } from './types.ts';

/** The change that an administrator requests; undefined fields stay unchanged. */
export interface WantedChange {
  username?: string | undefined;
  /** Empty like null: none. */
  displayName?: string | null | undefined;
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
  /** Name, address or password change: they identify the user. */
  isIdentity: boolean;
  /** One administrator fewer can administer. */
  losesAdmin: boolean;
  endsSessions: boolean;
  /** Mailed links end: they were sent to the old address, or would replace the password that was just set. */
  endsLinks: boolean;
  /** API keys end too: a previous holder of the account may have created them. */
  endsKeys: boolean;
  /** Workload identities end for the same reason. Those of a disabled account stay: they are refused. */
  endsWorkloadIdentities: boolean;
  /** Links to provider accounts end for the same reason. */
  endsSocialAccounts: boolean;
  /** Upload tokens of drafts end for the same reason. */
  endsUploadTokens: boolean;
}

/** Plans the consequences of a change of an account; unchanged fields have none. */
export function planChange(user: UserRecord, wanted: WantedChange, now: number): UserChangePlan {
  const next = merge(user, wanted, now);
  const fields = (['username', 'displayName', 'email', 'quota'] as const).filter(
    (name) => next[name] !== user[name],
  );
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
    endsWorkloadIdentities: isNewPassword,
    endsSocialAccounts: isNewPassword,
    endsUploadTokens: isNewPassword || isDisabling,
  };
}

function merge(user: UserRecord, wanted: WantedChange, now: number): UserRecord {
  const { username, displayName, email, passwordHash, isAdmin, quota, isDisabled } = wanted;
  return {
    ...user,
    ...(username !== undefined && { username, usernameKey: usernameKey(username) }),
    ...(displayName !== undefined && { displayName: displayName || null }),
    ...(email !== undefined && { email, emailKey: emailKey(email) }),
    ...(passwordHash !== undefined && { passwordHash }),
    ...(isAdmin !== undefined && { isAdmin }),
    ...(quota !== undefined && { quota }),
    ...(isDisabled !== undefined && { disabledAt: isDisabled ? (user.disabledAt ?? now) : null }),
  };
}

import type { CreateReverseShare, ReverseShare, UpdateReverseShare } from '#sdk/contract/reverse-shares.js';

/** The initial values of the form for a reverse share. */
export function toForm(before: ReverseShare, defaultExpiration: string): CreateReverseShare {
  return {
    name: before.name ?? '',
    description: before.description ?? '',
    expiration: before.expiresAt ?? 'never',
    shareExpiration: before.shareExpiration ?? defaultExpiration,
    ...(before.maxShareSize !== null && { maxShareSize: before.maxShareSize }),
    ...(before.maxUses !== null && { maxUses: before.maxUses }),
    password: '',
    sendsNotification: before.sendsNotification,
    requiresSignIn: before.requiresSignIn,
    hasSimpleForm: before.hasSimpleForm,
  };
}

interface Wanted {
  body: CreateReverseShare;
  /** A new password takes precedence */
  removesPassword: boolean;
  /** The default of the instance: received shares with the same expiration follow it */
  defaultExpiration: string;
}

/** The changes to send; unchanged values are left out. */
export function changesOf(before: ReverseShare, wanted: Wanted): UpdateReverseShare {
  const { body, removesPassword, defaultExpiration } = wanted;
  const shareExpiration = body.shareExpiration === defaultExpiration ? null : (body.shareExpiration ?? null);
  const after = {
    name: body.name ?? null,
    description: body.description ?? null,
    shareExpiration,
    maxShareSize: body.maxShareSize ?? null,
    maxUses: body.maxUses ?? null,
    sendsNotification: body.sendsNotification ?? before.sendsNotification,
    requiresSignIn: body.requiresSignIn ?? before.requiresSignIn,
    hasSimpleForm: body.hasSimpleForm ?? before.hasSimpleForm,
  };
  const changed = Object.entries(after).filter(
    ([name, value]) => value !== before[name as keyof typeof after],
  );
  const isExpirationKept = body.expiration === (before.expiresAt ?? 'never');
  return {
    ...Object.fromEntries(changed),
    ...(!isExpirationKept && body.expiration !== undefined && { expiration: body.expiration }),
    ...(body.password !== undefined && { password: body.password }),
    ...(body.password === undefined && removesPassword && { password: null }),
  };
}

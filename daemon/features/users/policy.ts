import * as z from 'zod/mini';
import type { GroupRule } from '#sdk/contract/config/group-rules.js';
import type { FieldIssue } from '#sdk/contract/errors.js';
import { Email, Username } from '#sdk/contract/formats/primitives.js';
import { freshSignInMinutes } from '#sdk/contract/sessions.js';
import type { UserRecord } from './types.ts';

/** The form in which e-mail addresses are compared: the owner of `Ann@Example.org` also owns `ann@example.org`. */
export const emailKey = normalForm;

/** The form in which user names are compared: look-alikes in other widths and cases are the same name. */
export const usernameKey = normalForm;

function normalForm(text: string): string {
  // Phone keyboards end a word with a space.
  return text.trim().normalize('NFKC').toLowerCase();
}

/** Whether an identifier at sign-in is an e-mail address: it contains an at sign, which a user name never does. */
export function isEmailIdentifier(identifier: string): boolean {
  return identifier.includes('@');
}

export interface NewAccount {
  email: string;
  username: string;
  password: string;
}

/** Finds the problems of an account that was not created through an endpoint, which would have checked it. */
export function findAccountIssues({ email, username, password }: NewAccount): FieldIssue[] {
  const issues: FieldIssue[] = [];
  if (!z.safeParse(Email, email).success) issues.push({ field: 'email', code: 'email' });
  if (!z.safeParse(Username, username).success) issues.push({ field: 'username', code: 'username' });
  if (password.length < 8) issues.push({ field: 'password', code: 'too_short', params: { length: 8 } });
  if (password.length > 256) issues.push({ field: 'password', code: 'too_long', params: { length: 256 } });
  return issues;
}

/** Whether the session of an account without a password is proof enough. */
export function isFresh(signedInAt: number, now: number): boolean {
  const age = now - signedInAt;
  // The clock may have been set back.
  return age >= 0 && age <= freshSignInMinutes * 60_000;
}

/** Whether the user may administer once signed in. */
export function isActiveAdmin({ isAdmin, disabledAt }: Pick<UserRecord, 'isAdmin' | 'disabledAt'>): boolean {
  return isAdmin && disabledAt === null;
}

/** Names of groups are compared without regard to case, as directories do. */
export function sharesGroup(groups: readonly string[], name: string): boolean {
  return groups.some((group) => group.toLowerCase() === name.toLowerCase());
}

/**
 * Returns what groups give. What no rule mentions is left out; otherwise the best that any of the groups gives applies,
 * and without one the account is none of the administrators, or has the quota of the instance.
 */
export function grantsOf(
  rules: readonly GroupRule[],
  groups: readonly string[],
): { isAdmin?: boolean; quota?: number | null } {
  const matching = rules.filter(({ group }) => sharesGroup(groups, group));
  const quotas = matching.flatMap(({ grants }) => ('quota' in grants ? [grants.quota] : []));
  // 0: no limit.
  const best = quotas.includes(0) ? 0 : Math.max(...quotas);
  return {
    ...(rules.some(({ grants }) => 'isAdmin' in grants) && {
      isAdmin: matching.some(({ grants }) => 'isAdmin' in grants),
    }),
    ...(rules.some(({ grants }) => 'quota' in grants) && { quota: quotas.length === 0 ? null : best }),
  };
}

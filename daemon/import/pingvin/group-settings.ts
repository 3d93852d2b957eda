import type { ImportFinding } from '#sdk/contract/host/imports.js';
import type { SourceSetting } from '../model.ts';
import { counterpartOf } from './setting-table.ts';

const rolePath = { category: 'oauth', name: 'oidc-rolePath' };

/** Settings that name a group or role whose members are administrators. */
const ofAdmins = ['ldap.adminGroups', 'oauth.oidc-roleAdminAccess'];

/** The role that everyone needs who signs in with OpenID Connect. */
const ofAll = 'oauth.oidc-roleGeneralAccess';

/** Maps what groups and roles give to `groups.rules` and `groups.allowed`, which hold for each way to sign in. */
export function readGroupSettings(valueOf: (full: string) => string | null): {
  settings: SourceSetting[];
  findings: ImportFinding[];
  /** The settings that are decided here. */
  names: ReadonlySet<string>;
} {
  const path = valueOf('oauth.oidc-rolePath');
  const hasRoles = path !== null && counterpartOf(rolePath)?.convert?.(path) !== null;
  const isOfDirectory = valueOf('ldap.enabled') === 'true';
  const canBe = (name: string) => {
    if (name === ofAll) return hasRoles && !isOfDirectory;
    return name.startsWith('ldap.') || hasRoles;
  };
  const given = [...ofAdmins, ofAll].flatMap((name) => {
    const value = valueOf(name);
    return value === null ? [] : [{ name, value }];
  });
  const usable = given.filter(({ name }) => canBe(name));
  const admins = usable.filter(({ name }) => name !== ofAll);
  const rules = admins.map(({ value }) => `${value} => admin`).join('\n');
  return {
    settings: [
      ...(rules === ''
        ? []
        : [{ name: admins.map(({ name }) => name).join(', '), key: 'groups.rules', value: rules }]),
      ...usable
        .filter(({ name }) => name === ofAll)
        .map(({ name, value }) => ({ name, key: 'groups.allowed', value })),
    ],
    findings: given.filter(({ name }) => !canBe(name)).map(({ name }) => ({ code: 'setting_left', name })),
    names: new Set([...ofAdmins, ofAll]),
  };
}

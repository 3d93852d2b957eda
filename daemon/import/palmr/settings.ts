import type { ImportFinding } from '#sdk/contract/host/imports.js';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import type { SourceSetting } from '../model.ts';
import { flagOf, type Row, textOf } from '../source-database.ts';
import { providerSettings } from './providers.ts';

const keys: Readonly<Record<string, string>> = {
  appName: 'general.appName',
  showHomePage: 'general.showHomePage',
  maxTotalStoragePerUser: 'share.userQuota',
  smtpHost: 'smtp.host',
  smtpPort: 'smtp.port',
  smtpUser: 'smtp.username',
  smtpPass: 'smtp.password',
  smtpFromEmail: 'smtp.email',
  smtpTrustSelfSigned: 'smtp.allowUnauthorizedCertificates',
  smtpEnabled: 'smtp.enabled',
};

/** Secrets and states of the program itself, and what is part of another setting here. */
const internal = new Set([
  'jwtSecret',
  'firstUserAccess',
  'serverUrl',
  'smtpNoAuth',
  'smtpSecure',
  ...providerSettings,
]);

/** The name of an instance that nobody has named. */
const defaultName = 'Palmr.';

const providers = ['google', 'github', 'discord'] as const satisfies readonly OauthProvider[];

interface Part {
  settings: SourceSetting[];
  findings: ImportFinding[];
}

export function readSettings(
  configs: readonly Row[],
  authProviders: readonly Row[],
): Part & { left: number } {
  const parts = [readTexts(configs), ...readProviders(authProviders)];
  const findings = parts.flatMap((part) => part.findings);
  const left = findings.filter(({ code }) => code.startsWith('setting_')).length;
  return { settings: parts.flatMap((part) => part.settings), findings, left };
}

function readTexts(configs: readonly Row[]): Part {
  const texts = new Map(
    configs.map((row) => [textOf(row['key']) ?? '', (textOf(row['value']) ?? '').trim()]),
  );
  const settings: SourceSetting[] = [];
  const findings: ImportFinding[] = [];
  for (const [name, value] of texts) {
    // The settings of a mail server that is turned off are those of an example.
    const isUnused = name.startsWith('smtp') && texts.get('smtpEnabled') !== 'true';
    const isUser = name === 'smtpUser' || name === 'smtpPass';
    if (value === '' || internal.has(name) || isUnused) continue;
    if (name === 'appName' && value === defaultName) continue;
    if (isUser && texts.get('smtpNoAuth') === 'true') continue;
    const key = keys[name];
    if (key) settings.push({ name, key, value });
    else findings.push({ code: 'setting_left', name });
  }
  return { settings, findings };
}

function readProviders(all: readonly Row[]): Part[] {
  const read = all.filter((row) => flagOf(row['enabled'])).map((row) => ({ row, ...readProvider(row, all) }));
  const taken = read.filter(({ settings }) => settings.length > 0).map(({ row }) => row);
  return [...read, readRegistration(taken)];
}

/** Without settings when it has no counterpart, or is incomplete. */
function readProvider(row: Row, all: readonly Row[]): Part {
  const name = textOf(row['name']) ?? '';
  const own = ownProviderOf(row, all);
  if (own === null) return { settings: [], findings: [{ code: 'setting_left', name: `provider ${name}` }] };
  const { clientId, clientSecret, issuerUrl } = credentialsOf(row);
  if (clientId === null || clientSecret === null) return { settings: [], findings: [] };
  const metadata = {
    name: `${name} issuerUrl`,
    key: 'oauth.oidc-discoveryUri',
    value: `${issuerUrl}/.well-known/openid-configuration`,
  };
  const makesAdmins = textOf(row['adminEmailDomains']) !== null;
  return {
    settings: [
      ...(own === 'oidc' ? [metadata] : []),
      { name: `${name} clientId`, key: `oauth.${own}-clientId`, value: clientId },
      { name: `${name} clientSecret`, key: `oauth.${own}-clientSecret`, value: clientSecret },
      { name: `${name} enabled`, key: `oauth.${own}-enabled`, value: 'true' },
    ],
    findings: [
      { code: 'provider_callback', name, detail: `/api/oauth/callback/${own}` },
      ...(makesAdmins ? [{ code: 'setting_left', name: `${name} adminEmailDomains` } as const] : []),
    ],
  };
}

/** Each provider there says whether it makes accounts; here one setting does for all, so the strictest applies. */
function readRegistration(taken: readonly Row[]): Part {
  const [closed, ...others] = taken.filter((row) => !flagOf(row['autoRegister'], true));
  if (!closed) return { settings: [], findings: [] };
  const nameOf = (row: Row) => `${textOf(row['name'])} autoRegister`;
  return {
    settings: [{ name: nameOf(closed), key: 'oauth.allowRegistration', value: 'false' }],
    findings: taken
      .filter((row) => row !== closed && !others.includes(row))
      .map((row) => ({ code: 'setting_value_left', name: nameOf(row), detail: 'true' })),
  };
}

const credentialsOf = (row: Row) => ({
  clientId: textOf(row['clientId']),
  clientSecret: textOf(row['clientSecret']),
  issuerUrl: textOf(row['issuerUrl'])?.replace(/\/+$/, '') ?? null,
});

/**
 * Returns our name of a provider; null: it has no counterpart. Palmr can have any number of them with OpenID Connect,
 * and here there is one: it is the only one that is enabled there.
 */
export function ownProviderOf(row: Row, all: readonly Row[]): OauthProvider | null {
  const name = textOf(row['name']);
  const same = providers.find((provider) => provider === name);
  if (same) return same;
  const [only, ...others] = all.filter(
    (each) => flagOf(each['enabled']) && textOf(each['type']) === 'oidc' && !isNamed(each),
  );
  const isComplete = Object.values(credentialsOf(row)).every((text) => text !== null);
  return only === row && others.length === 0 && isComplete ? 'oidc' : null;
}

const isNamed = (row: Row) => providers.some((provider) => provider === textOf(row['name']));

import type { ImportFinding } from '#sdk/contract/host/imports.js';
import type { SourceSetting } from '../model.ts';
import { flagOf, type Row, textOf } from '../source-database.ts';

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
const internal = new Set(['jwtSecret', 'firstUserAccess', 'serverUrl', 'smtpNoAuth', 'smtpSecure']);

const providers = ['google', 'github', 'discord'];

export function readSettings(configs: readonly Row[], authProviders: readonly Row[]) {
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
    if (isUser && texts.get('smtpNoAuth') === 'true') continue;
    const key = keys[name];
    if (key) settings.push({ name, key, value });
    else findings.push({ code: 'setting_left', name });
  }
  for (const row of authProviders.filter((provider) => flagOf(provider['enabled']))) {
    const name = textOf(row['name']) ?? '';
    if (!providers.includes(name)) {
      findings.push({ code: 'setting_left', name: `provider ${name}` });
      continue;
    }
    const [id, secret] = [textOf(row['clientId']), textOf(row['clientSecret'])];
    if (id === null || secret === null) continue;
    settings.push(
      { name: `${name} clientId`, key: `oauth.${name}-clientId`, value: id },
      { name: `${name} clientSecret`, key: `oauth.${name}-clientSecret`, value: secret },
      { name: `${name} enabled`, key: `oauth.${name}-enabled`, value: 'true' },
    );
    findings.push({ code: 'provider_callback', name, detail: `/api/oauth/callback/${name}` });
  }
  const left = findings.filter(({ code }) => code === 'setting_left').length;
  return { settings, findings, left };
}

import type { ImportFinding } from '#sdk/contract/host/imports.js';
import type { SourceSetting } from '../model.ts';
import { type Row, textOf } from '../source-database.ts';
import { expressionOf, hoursOf } from './time-spans.ts';

/** Returns the value for our variable; null: there is none. */
type Convert = (text: string) => string | null;

const same: Convert = (text) => text;

/** Settings that moved from one category to another are found by their name alone. */
const byName: Readonly<Record<string, { key: string; convert: Convert }>> = {
  appName: { key: 'general.appName', convert: same },
  showHomePage: { key: 'general.showHomePage', convert: same },
  sessionDuration: { key: 'general.sessionDuration', convert: hoursOf },
  defaultLanguage: {
    key: 'general.defaultLocale',
    convert: (text) => text.replace(/-(US|DE|FR|ES|IT|NL|PL)$/, ''),
  },
  allowRegistration: { key: 'share.allowRegistration', convert: same },
  allowUnauthenticatedShares: { key: 'share.allowUnauthenticatedShares', convert: same },
  maxExpiration: { key: 'share.maxExpiration', convert: hoursOf },
  defaultExpiration: { key: 'share.defaultExpiration', convert: expressionOf },
  fileRetentionPeriod: { key: 'share.retention', convert: hoursOf },
  maxSize: { key: 'share.maxSize', convert: same },
  zipCompressionLevel: { key: 'share.zipCompressionLevel', convert: same },
  chunkSize: { key: 'share.chunkSize', convert: same },
  shareIdLength: { key: 'share.idLength', convert: (text) => String(Math.max(10, Number(text))) },
  enableShareEmailRecipients: { key: 'email.enableShareEmailRecipients', convert: same },
};

/** Categories whose settings have equal names here. */
const equal = new Set(
  [
    'email.shareRecipientsSubject email.shareRecipientsMessage email.reverseShareSubject email.reverseShareMessage',
    'email.resetPasswordSubject email.resetPasswordMessage email.inviteSubject email.inviteMessage',
    'smtp.enabled smtp.host smtp.port smtp.email smtp.username smtp.password smtp.allowUnauthorizedCertificates',
    'legal.enabled legal.imprintText legal.imprintUrl legal.privacyPolicyText legal.privacyPolicyUrl',
    'oauth.allowRegistration oauth.ignoreTotp oauth.github-enabled oauth.github-clientId oauth.github-clientSecret',
    'oauth.google-enabled oauth.google-clientId oauth.google-clientSecret oauth.microsoft-enabled',
    'oauth.microsoft-tenant oauth.microsoft-clientId oauth.microsoft-clientSecret oauth.discord-enabled',
    'oauth.discord-limitedGuild oauth.discord-clientId oauth.discord-clientSecret oauth.oidc-enabled',
    'oauth.oidc-discoveryUri oauth.oidc-usernameClaim oauth.oidc-clientId oauth.oidc-clientSecret',
  ].flatMap((names) => names.split(' ')),
);

/** Its change would lock out everybody who uses this server at another address. */
const toDo = new Set(['appUrl']);

/** Secrets of the program itself. */
const internal = new Set(['internal.jwtSecret', 'jwtSecret', 'setupStatus', 'setupFinished']);

interface Settings {
  settings: SourceSetting[];
  /** Number of those that have no counterpart. */
  left: number;
  findings: ImportFinding[];
}

/** Maps what an administrator has set; whatever has its default value there keeps the one that it has here. */
export function readSettings(rows: readonly Row[], file: ReadonlyMap<string, string>): Settings {
  const settings: SourceSetting[] = [];
  const findings: ImportFinding[] = [];
  for (const { category, name, value } of effectiveTexts(rows, file)) {
    const full = `${category}.${name}`;
    if (internal.has(name) || internal.has(full) || category === 'internal') continue;
    const own = equal.has(full) ? { key: full, convert: same } : byName[name];
    const converted = own?.convert(value) ?? null;
    if (own && converted !== null) settings.push({ name: full, key: own.key, value: converted });
    else findings.push({ code: toDo.has(name) ? 'setting_to_do' : 'setting_left', name: full });
  }
  return { settings, left: findings.length, findings };
}

interface Text {
  category: string;
  name: string;
  value: string;
}

/** The file takes precedence over the database. */
function effectiveTexts(rows: readonly Row[], file: ReadonlyMap<string, string>): Text[] {
  const texts = new Map<string, Text>();
  for (const row of rows) {
    const [category, name, value] = [textOf(row['category']), textOf(row['name']), textOf(row['value'])];
    if (name === null || value === null || value === textOf(row['defaultValue'])) continue;
    texts.set(`${category}.${name}`, { category: category ?? '', name, value });
  }
  const defaults = new Map(
    rows.map((row) => [`${textOf(row['category'])}.${textOf(row['name'])}`, textOf(row['defaultValue'])]),
  );
  for (const [full, value] of file) {
    const [category = '', name = ''] = full.split(/\.(.*)/);
    if (category === 'initUser') continue;
    if (value === '' || value === defaults.get(full)) texts.delete(full);
    else texts.set(full, { category, name, value });
  }
  return [...texts.values()];
}

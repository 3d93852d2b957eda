import { type ConfigKey, configRegistry } from '../config.ts';
import type { IssueCode, ParamValue } from '../errors.ts';
import { isHttpsAddress, isMailbox, isOrigin, isWebAddress, readClamdAddress } from '../formats/addresses.ts';
import { isExpiration } from '../formats/expiration.ts';
import { parseGroupRules } from './group-rules.ts';
import type { ConfigRow, NumberRow, TextFormat, TextRow } from './rows.ts';

export interface ConfigProblem {
  code: IssueCode;
  params?: Record<string, ParamValue>;
}

/** Finds what is wrong with the text of a value; `null` if nothing is. `locales` are the known languages. */
export function findConfigProblem(
  key: ConfigKey,
  text: string,
  locales: readonly string[],
): ConfigProblem | null {
  const row: ConfigRow = configRegistry[key];
  if (row.type === 'boolean') return text === 'true' || text === 'false' ? null : { code: 'not_boolean' };
  if (row.type === 'number') return findNumberProblem(row, text);
  return findTextProblem(row, text, locales);
}

function findNumberProblem(row: NumberRow, text: string): ConfigProblem | null {
  if (/^-?\d+\.\d+$/.test(text)) return { code: 'not_integer' };
  if (!/^(0|-?[1-9]\d*)$/.test(text)) return { code: 'not_number' };
  const value = Number(text);
  if (value < row.min) return { code: 'too_small', params: { minimum: row.min } };
  return value > row.max ? { code: 'too_big', params: { maximum: row.max } } : null;
}

function findTextProblem(row: TextRow, text: string, locales: readonly string[]): ConfigProblem | null {
  const { length } = text.trim();
  if (length === 0 && row.minLength > 0) return { code: 'required' };
  // The text is optional and empty.
  if (text === '') return null;
  // What a value has to look like says more than its length.
  if (row.format) {
    const { code, isRight } = formats[row.format];
    if (!isRight(text, locales)) return { code };
  }
  if (length < row.minLength) return { code: 'too_short', params: { length: row.minLength } };
  if (text.length > row.maxLength) return { code: 'too_long', params: { length: row.maxLength } };
  if (row.format) return null;
  if (row.type === 'string' && /\p{Cc}/u.test(text)) return { code: 'one_line' };
  if (/(?![\t\n\r])[\p{Cc}\p{Cs}]/u.test(text)) return { code: 'invalid' };
  return row.placeholders ? findPlaceholderProblem(row.placeholders, text) : null;
}

interface FormatSpec {
  code: IssueCode;
  isRight(text: string, locales: readonly string[]): boolean;
}

const formats: Readonly<Record<TextFormat, FormatSpec>> = {
  origin: { code: 'not_url', isRight: isOrigin },
  webAddress: { code: 'web_address', isRight: isWebAddress },
  httpsAddress: { code: 'https_address', isRight: isHttpsAddress },
  locale: { code: 'locale', isRight: (text, locales) => locales.includes(text) },
  expiration: { code: 'expiration', isRight: isExpiration },
  mailbox: { code: 'email', isRight: isMailbox },
  timeOfDay: { code: 'invalid', isRight: (text) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) },
  host: { code: 'host', isRight: (text) => /^[a-z0-9.:_-]+$/i.test(text) },
  clamd: { code: 'clamd', isRight: (text) => readClamdAddress(text) !== null },
  tenant: { code: 'tenant', isRight: (text) => /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text) },
  snowflake: { code: 'snowflake', isRight: (text) => /^\d{17,20}$/.test(text) },
  claim: { code: 'claim', isRight: (text) => /^[\w.:/-]+$/.test(text) },
  ldapAddress: { code: 'ldap_address', isRight: isLdapAddress },
  certificates: { code: 'certificates', isRight: isPem },
  attribute: { code: 'invalid', isRight: (text) => /^[a-z][a-z\d-]*$/i.test(text) },
  userFilter: { code: 'ldap_filter', isRight: (text) => isFilter(text, ['username']) },
  groupFilter: { code: 'ldap_filter', isRight: (text) => isFilter(text, ['dn', 'username']) },
  header: { code: 'invalid', isRight: (text) => /^[a-z\d][a-z\d-]*$/i.test(text) },
  groupRules: { code: 'group_rules', isRight: (text) => parseGroupRules(text) !== null },
  color: { code: 'color', isRight: (text) => /^#[0-9a-f]{6}$/i.test(text) },
  logo: { code: 'picture', isRight: (text) => /^\/img\/logo\.png(?:\?v=[\w-]{1,64})?$/.test(text) },
  cover: { code: 'picture', isRight: (text) => /^\/img\/cover\?v=[\w-]{1,64}$/.test(text) },
};

/** RFC 4516, with neither a path nor credentials. */
function isLdapAddress(text: string): boolean {
  return /^ldaps?:\/\/(?:[a-z\d.-]+|\[[a-f\d:.]+\])(?::\d{1,5})?\/?$/i.test(text);
}

function isPem(text: string): boolean {
  const certificate = /-----BEGIN CERTIFICATE-----[\sA-Za-z\d+/=]+-----END CERTIFICATE-----/g;
  return certificate.test(text) && text.replaceAll(certificate, '').trim() === '';
}

/** Whether parentheses are balanced and at least one of the placeholders, and no other, is in it. */
function isFilter(text: string, names: readonly string[]): boolean {
  if (/\p{Cc}/u.test(text) || !/^\(.*\)$/.test(text)) return false;
  const used = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  if (used.length === 0 || !used.every((name) => names.includes(name))) return false;
  let depth = 0;
  for (const [index, character] of [...text].entries()) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && index < text.length - 1)) return false;
  }
  return depth === 0;
}

/** Finds placeholders that are not known: a mistyped one would be sent unreplaced. */
function findPlaceholderProblem(known: readonly string[], text: string): ConfigProblem | null {
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].filter(([, name = '']) => !known.includes(name));
  if (unknown.length === 0) return null;
  const names = new Set(unknown.map(([whole]) => whole.slice(0, 60)));
  return { code: 'placeholder', params: { placeholder: [...names].slice(0, 5).join(', ') } };
}

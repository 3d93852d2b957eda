import { describe, expect, it } from 'vitest';
import { findConfigProblem } from './config/problems.ts';
import {
  type ConfigKey,
  type ConfigRow,
  configEnvName,
  configKeys,
  configRegistry,
  configRow,
  publicConfigKeys,
  readConfigValue,
  secretConfigKeys,
} from './config.ts';
import { AppError } from './errors.ts';
import { isOrigin } from './formats/addresses.ts';

const locales = ['en', 'de', 'pt-BR'];
const problemOf = (key: ConfigKey, text: string) => findConfigProblem(key, text, locales)?.code ?? null;

describe('the configuration registry', () => {
  it.each(configKeys)('%s has a default that its own rules accept', (key) => {
    expect(findConfigProblem(key, String(configRow(key).default), locales)).toBeNull();
  });

  it('names an environment variable for each key, all different', () => {
    const names = configKeys.map(configEnvName);
    expect(new Set(names).size).toBe(configKeys.length);
    for (const name of names) expect(name).toMatch(/^FILESHARE_CONFIG_[A-Z]+(_[A-Z0-9]+)+$/);
  });

  it('makes words of capitals in the name of the variable', () => {
    expect(configEnvName('general.appUrl')).toBe('FILESHARE_CONFIG_GENERAL_APP_URL');
    expect(configEnvName('share.maxSize')).toBe('FILESHARE_CONFIG_SHARE_MAX_SIZE');
  });

  it('publishes only what is marked public', () => {
    expect(publicConfigKeys).toContain('general.appName');
    expect(publicConfigKeys).not.toContain('general.sessionDuration');
  });

  it('requires only variables that exist', () => {
    const rows: ConfigRow[] = configKeys.map((key) => configRegistry[key]);
    for (const key of rows.flatMap(({ requires = [] }) => requires)) expect(configKeys).toContain(key);
  });

  it('has off what requires others, until they are there', () => {
    const rows: ConfigRow[] = configKeys.map((key) => configRegistry[key]);
    for (const row of rows.filter(({ requires }) => requires)) expect(row.default).toBe(false);
  });

  it('makes no secret public', () => {
    expect(secretConfigKeys).toContain('smtp.password');
    for (const key of secretConfigKeys) expect(publicConfigKeys).not.toContain(key);
  });

  it('refuses an unknown key with its name', () => {
    for (const key of ['share.nothing', 'toString', '__proto__']) {
      expect(() => configRow(key)).toThrow(
        expect.objectContaining({ code: 'config_unknown', params: { key } }),
      );
    }
    expect(() => configRow('')).toThrow(AppError);
  });
});

describe('the effective value', () => {
  it('is the default until something is stored', () => {
    expect(readConfigValue('share.maxFiles', null)).toBe(100_000);
    expect(readConfigValue('general.appName', undefined)).toBe('Fileshare');
  });

  it('is the stored text in the type of the variable', () => {
    expect(readConfigValue('share.maxFiles', '12')).toBe(12);
    expect(readConfigValue('general.showLogin', 'true')).toBe(true);
    expect(readConfigValue('general.showLogin', 'TRUE')).toBe(false);
    expect(readConfigValue('general.appName', '')).toBe('');
  });
});

describe('the text of a number', () => {
  const rows = configKeys.flatMap((key) => {
    const row: ConfigRow = configRegistry[key];
    return row.type === 'number' ? [{ key, min: row.min, max: row.max }] : [];
  });

  it.each(rows)('$key holds from $min to $max', ({ key, min, max }) => {
    expect(problemOf(key, String(min))).toBeNull();
    expect(problemOf(key, String(max))).toBeNull();
    expect(problemOf(key, String(min - 1))).toBe('too_small');
    // Beyond 2^53 a number is not the one that was written.
    expect(problemOf(key, String(BigInt(max) + 1n))).toBe('too_big');
    expect(problemOf(key, '9'.repeat(20))).toBe('too_big');
    expect(problemOf(key, `-${'9'.repeat(20)}`)).toBe('too_small');
  });

  it.each(['1.5', '-0.5'])('%j is no whole number', (text) => {
    expect(problemOf('share.maxFiles', text)).toBe('not_integer');
  });

  it.each(['', ' 1', '1 ', '01', '1.', '1e3', '0x10', '+1', 'NaN', 'Infinity', '١'])(
    '%j is no number',
    (text) => {
      expect(problemOf('share.maxFiles', text)).toBe('not_number');
    },
  );
});

describe('the text of other variables', () => {
  it.each([
    ['general.showLogin', 'yes', 'not_boolean'],
    ['general.showLogin', '', 'not_boolean'],
    ['general.showLogin', 'false', null],
    ['general.appName', '', 'required'],
    ['general.appName', '  ', 'required'],
    ['general.defaultLocale', 'e', 'locale'],
    ['general.accentColor', '#1a7', 'color'],
    ['general.accentColor', '#1a73e8ff', 'color'],
    ['general.accentColor', 'dark blue', 'color'],
    ['general.accentColor', '#1A73e8', null],
    ['general.sourceUrl', `https://example.org/${'x'.repeat(2000)}`, 'too_long'],
    ['general.appName', 'x'.repeat(61), 'too_long'],
    ['general.appName', 'x'.repeat(60), null],
    ['general.defaultLocale', 'pt-BR', null],
    ['general.defaultLocale', 'pt', 'locale'],
    ['share.defaultExpiration', 'never', null],
    ['share.defaultExpiration', 'soon', 'expiration'],
    ['general.appUrl', 'https://files.example.org', null],
    ['general.appUrl', 'files.example.org', 'not_url'],
    ['smtp.host', 'mail.example.org', null],
    ['smtp.host', '::1', null],
    ['smtp.host', 'smtp://mail.example.org', 'host'],
    ['smtp.host', 'mail example', 'host'],
    ['smtp.email', 'files@localhost', null],
    ['smtp.email', 'Files <files@example.org>', 'email'],
    ['smtp.email', 'a@example.org,b@example.org', 'email'],
    ['smtp.email', 'a@example.org\r\nBcc: b@example.org', 'email'],
    ['smtp.password', '{anything} at all', null],
    ['email.resetPasswordMessage', 'Here: {url}. {Url', null],
    ['email.resetPasswordMessage', 'Here: {link}', 'placeholder'],
    ['email.resetPasswordMessage', 'Here: { url }', 'placeholder'],
    ['email.resetPasswordMessage', 'Here: {{url}} {password}', 'placeholder'],
    ['email.inviteMessage', '{url} {password}', null],
    ['email.inviteSubject', 'Come: {url}', 'placeholder'],
  ] as const)('%s: %j gives %s', (key, text, problem) => {
    expect(problemOf(key, text)).toBe(problem);
  });

  it.each([
    ['http://localhost:3000', true],
    ['https://files.example.org/', true],
    ['https://files.example.org/path', false],
    ['https://files.example.org?x', false],
    ['https://user@files.example.org', false],
    ['ftp://files.example.org', false],
    ['javascript:alert(1)', false],
    ['', false],
  ])('%j is an origin: %s', (text, expected) => {
    expect(isOrigin(text)).toBe(expected);
  });
});

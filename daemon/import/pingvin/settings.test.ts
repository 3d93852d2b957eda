import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConfigKey } from '#sdk/contract/config.js';
import { configure } from '../../testing/directory.ts';
import { createPingvin, type PingvinInstance } from '../../testing/import/pingvin-instance.ts';
import { listFindings, runImport } from '../../testing/import/run-import.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { readSettings } from './settings.ts';

describe('a language', () => {
  it.each([
    ['en-US', 'en'],
    ['de-DE', 'de'],
    ['fr-FR', 'fr'],
    ['pt-BR', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['da-DK', 'da'],
    ['es-ES', 'es'],
    ['zh-CN', 'zh-CN'],
    ['zh-TW', 'zh-TW'],
    ['fi-FI', 'fi'],
    ['ru-RU', 'ru'],
    ['uk-UA', 'uk-UA'],
    ['th-TH', 'th-TH'],
    ['sr-SP', 'sr-SP'],
    ['sr-CS', 'sr-SP'],
    ['nl-BE', 'nl-BE'],
    ['ja-JP', 'ja-JP'],
    ['pl-PL', 'pl-PL'],
    ['sv-SE', 'sv-SE'],
    ['it-IT', 'it-IT'],
    ['el-GR', 'el-GR'],
    ['sl-SI', 'sl-SI'],
    ['ar-EG', 'ar-EG'],
    ['hu-HU', 'hu-HU'],
    ...['bg-BG', 'ca-ES', 'cs-CZ', 'et-EE', 'fa-IR', 'hr-HR', 'ko-KR', 'nb-NO', 'tr-TR', 'vi-VN'].map(
      (none): [string, null] => [none, null],
    ),
  ])('%s is %s here', (value, code) => {
    const row = { category: 'general', name: 'defaultLanguage', value };
    const { settings, findings } = readSettings([row], new Map());
    expect(settings.map((setting) => setting.value)).toEqual(code === null ? [] : [code]);
    expect(findings.map(({ detail }) => detail)).toEqual(code === null ? [value] : []);
  });
});

describe('the settings of an instance', () => {
  let app: TestApp;
  let old: PingvinInstance;

  beforeEach(async () => {
    [app, old] = await Promise.all([startApp(), createPingvin()]);
  });
  afterEach(() => Promise.all([app.stop(), old.close()]));

  const row = { updatedAt: 1, type: 'string', order: 0 };
  /** Adds settings by category with their defaults, or with default and value. */
  async function add(
    category: string,
    settings: Readonly<Record<string, string | readonly [string, string]>>,
  ): Promise<void> {
    for (const [name, given] of Object.entries(settings)) {
      const [defaultValue, value] = typeof given === 'string' ? [given, null] : given;
      await old.add('Config', { ...row, category, name, defaultValue, value });
    }
  }
  const run = (options: Partial<Parameters<typeof runImport>[1]> = {}) =>
    runImport(app, { program: 'pingvin', source: old.folder, ...options });
  const find = (report: Awaited<ReturnType<typeof run>>) =>
    listFindings(report).filter((finding) => !finding.startsWith('table_unknown'));
  const values = async (...keys: ConfigKey[]) => {
    await app.app.core.config.load();
    return keys.map((key) => app.app.core.config.get(key));
  };

  it('are taken over in an order in which they are accepted', async () => {
    await add('email', { enableShareEmailRecipients: ['false', 'true'] });
    await add('smtp', {
      enabled: ['false', 'true'],
      host: ['', 'mail.example.org'],
      port: ['0', '587'],
      email: ['', 'files@example.org'],
    });
    expect(find(await run())).toEqual([]);
    expect(await values('smtp.enabled', 'email.enableShareEmailRecipients')).toEqual([true, true]);
  });

  it('apply here as they applied there, also those that nobody has set', async () => {
    await add('general', {
      appName: 'Pingvin Share X',
      appUrl: 'http://localhost:3000',
      secureCookies: 'false',
      sessionDuration: '3 months',
      defaultLanguage: ['en-US', 'ru-RU'],
    });
    await add('share', {
      allowRegistration: 'true',
      allowUnauthenticatedShares: 'false',
      maxExpiration: '0 days',
      defaultExpiration: '7 days',
      shareIdLength: '8',
      maxSize: '1000000000',
      zipCompressionLevel: '9',
      chunkSize: '10000000',
      fileRetentionPeriod: ['0 days', '-1 days'],
    });
    await add('email', { enableShareEmailRecipients: 'false', inviteSubject: 'Pingvin Share invite' });
    await add('oauth', {
      allowRegistration: 'true',
      ignoreTotp: 'true',
      'oidc-scope': 'openid email profile',
    });
    const report = await run();
    expect(find(report)).toEqual([
      'setting_default share.chunkSize 10000000',
      'setting_default share.shareIdLength 8',
      'setting_default share.zipCompressionLevel 9',
      'setting_value_left share.fileRetentionPeriod -1 days',
    ]);
    expect(report.counts.settings).toEqual({ found: 9, imported: 5, present: 0, left: 4 });
    expect(
      await values(
        'general.appName',
        'general.sessionDuration',
        'general.defaultLocale',
        'share.allowRegistration',
        'share.maxSize',
        'share.idLength',
        'share.zipCompressionLevel',
        'oauth.ignoreTotp',
        'email.inviteSubject',
      ),
    ).toEqual(['Fileshare', 2190, 'ru', true, 1_000_000_000, 16, 0, true, '']);
    expect((await run()).counts.settings).toMatchObject({ imported: 0, present: 5, left: 4 });
  });

  it('are refused by a dry run, too, where they are not valid here', async () => {
    await add('general', { appName: ['Pingvin Share', 'x'.repeat(61)] });
    await add('email', { inviteMessage: ['Hey!', 'Sign in as {email}: {url}'] });
    await add('smtp', { enabled: ['false', 'true'], host: ['', 'mail.example.org'], port: ['0', '25'] });
    const dry = await run({ dryRun: true });
    expect(find(dry)).toEqual([
      'setting_refused email.inviteMessage email.inviteMessage',
      'setting_refused general.appName general.appName',
      'setting_refused smtp.enabled smtp.enabled',
    ]);
    expect(dry.counts.settings).toEqual({ found: 5, imported: 2, present: 0, left: 3 });
    expect(await values('smtp.host')).toEqual(['']);
    const real = await run();
    expect([find(real), real.counts]).toEqual([find(dry), dry.counts]);
    expect(await values('smtp.host', 'smtp.enabled')).toEqual(['mail.example.org', false]);
  });

  it('stay as they are here if they are set here', async () => {
    await add('share', { allowRegistration: 'true' });
    await configure(app, { 'share.allowRegistration': 'false' });
    expect(find(await run())).toEqual(['setting_kept share.allowRegistration share.allowRegistration']);
    expect(await values('share.allowRegistration')).toEqual([false]);
  });

  it('lead to the same directory, and make the same people administrators', async () => {
    await add('ldap', {
      enabled: ['false', 'true'],
      url: ['', 'ldaps://directory.example.org:636'],
      bindDn: ['', 'cn=reader,dc=example,dc=org'],
      bindPassword: ['', 'the password'],
      searchBase: ['', 'dc=example,dc=org'],
      searchQuery: ['', '(&(objectClass=user)(sAMAccountName=%username%))'],
      adminGroups: ['', 'cn=admins,dc=example,dc=org'],
      fieldNameMemberOf: 'memberOf',
      fieldNameEmail: 'userPrincipalName',
      fieldNameDisplayName: ['displayName', 'cn'],
    });
    await add('oauth', {
      'oidc-rolePath': ['', 'roles'],
      'oidc-roleAdminAccess': ['', 'file-admins'],
    });
    await old.addUser('ann', { ldapDN: 'cn=ann', email: 'ann@example.org' });
    await old.addUser('bob', { ldapDN: 'cn=bob', email: '1@ldap.local' });
    expect(find(await run())).toEqual([
      'user_of_directory ann ann@example.org',
      'user_of_directory bob 1@ldap.local',
    ]);
    expect(
      await values(
        'ldap.enabled',
        'ldap.url',
        'ldap.bindDn',
        'ldap.bindPassword',
        'ldap.searchBase',
        'ldap.userFilter',
        'ldap.groupAttribute',
        'ldap.emailAttribute',
        'ldap.displayNameAttribute',
        'ldap.linkByEmail',
        'oauth.oidc-groupsClaim',
        'groups.rules',
        'groups.allowed',
      ),
    ).toEqual([
      true,
      'ldaps://directory.example.org:636',
      'cn=reader,dc=example,dc=org',
      'the password',
      'dc=example,dc=org',
      '(&(objectClass=user)(sAMAccountName={username}))',
      'memberOf',
      'userPrincipalName',
      'cn',
      false,
      'roles',
      'cn=admins,dc=example,dc=org => admin\nfile-admins => admin',
      '',
    ]);
  });

  it('let nobody in whom they kept out', async () => {
    await add('oauth', {
      'oidc-clientId': ['', 'id'],
      'oidc-clientSecret': ['', 'secret'],
      'discord-clientId': ['', 'id'],
      'discord-clientSecret': ['', 'secret'],
      'oidc-enabled': ['false', 'true'],
      'oidc-discoveryUri': ['', 'https://id.example.org/.well-known/openid-configuration'],
      'oidc-rolePath': ['', 'realm_access.roles'],
      'oidc-roleGeneralAccess': ['', 'files'],
      'oidc-roleAdminAccess': ['', 'admins'],
      'discord-enabled': ['false', 'true'],
      'discord-limitedUsers': ['', '123'],
    });
    expect(find(await run())).toEqual([
      'provider_closed oauth.discord-enabled oauth.discord-limitedUsers',
      'provider_closed oauth.oidc-enabled oauth.oidc-roleGeneralAccess',
      'setting_left oauth.discord-limitedUsers',
      'setting_left oauth.oidc-roleAdminAccess',
      'setting_left oauth.oidc-roleGeneralAccess',
      'setting_value_left oauth.oidc-rolePath realm_access.roles',
    ]);
    expect(await values('oauth.oidc-enabled', 'oauth.discord-enabled', 'oauth.oidc-clientId')).toEqual([
      false,
      false,
      'id',
    ]);
  });

  it('let in whom a role let in', async () => {
    await add('oauth', { 'oidc-rolePath': ['', 'roles'], 'oidc-roleGeneralAccess': ['', 'files'] });
    expect(find(await run())).toEqual([]);
    expect(await values('groups.allowed', 'oauth.oidc-groupsClaim')).toEqual(['files', 'roles']);
  });
});

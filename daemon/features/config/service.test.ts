import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { createSeal } from '../../crypto/seal.ts';
import { createSignals } from '../../db/signals.ts';
import { createLogger } from '../../logger.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../../testing/open-unit-of-work.ts';
import { byHost, createAuditLog } from '../audit/log.ts';
import type { ConfigUpdate } from './changes.ts';
import { readLockedValues } from './locked.ts';
import { createConfigService } from './service.ts';

let database: TestUnitOfWork;
beforeEach(async () => {
  database = await openTestUnitOfWork();
});
afterEach(() => database.close());

const logger = createLogger({ level: 'silent', format: 'json' });

const locales = ['en', 'de'];
const signals = createSignals({
  address: { engine: 'sqlite', file: '' },
  database: { reader: null as never },
  logger,
});

const secretKey = 'secret key of the tests, long enough';

async function openConfig(variables: Record<string, string> = {}, uow = database.uow, key = secretKey) {
  const clock = createFakeClock();
  const config = createConfigService({
    uow,
    audit: createAuditLog({ uow, clock }),
    locked: readLockedValues(new Map(Object.entries(variables)), locales, []),
    locales,
    seal: createSeal(key),
    logger,
    signals,
    clock,
  });
  await config.load();
  return {
    ...config,
    update: (updates: readonly ConfigUpdate[]) => config.update(updates, byHost),
    finishSetup: () => config.finishSetup(byHost),
  };
}

const find = <T extends { key: string }>(rows: readonly T[], key: string) =>
  rows.find((row) => row.key === key);

it('answers defaults until something is stored', async () => {
  const config = await openConfig();
  expect(config.get('share.idLength')).toBe(16);
  await config.update([{ key: 'share.idLength', value: '20' }]);
  expect(config.get('share.idLength')).toBe(20);
  await config.update([{ key: 'share.idLength', value: '' }]);
  expect(config.get('share.idLength')).toBe(16);
  expect(await database.uow.read.config.list()).toEqual(new Map());
});

it('changes all variables or none', async () => {
  const config = await openConfig();
  const update = config.update([
    { key: 'general.appName', value: 'Ours' },
    { key: 'share.idLength', value: '9' },
  ]);
  await expect(update).rejects.toMatchObject({
    code: 'config_invalid',
    params: { key: 'share.idLength', problem: 'too_small' },
    issues: [{ field: 'share.idLength', code: 'too_small', params: { minimum: 10 } }],
  });
  expect(config.get('general.appName')).toBe('Fileshare');
  expect(await database.uow.read.config.list()).toEqual(new Map());
});

it('refuses unknown variables by name', async () => {
  const config = await openConfig();
  await expect(config.update([{ key: 'general.nope', value: '1' }])).rejects.toEqual(
    new AppError('config_unknown', { key: 'general.nope' }),
  );
  expect(() => config.listCategory('nope')).toThrow(new AppError('config_unknown', { key: 'nope' }));
});

it('answers what it changed', async () => {
  const config = await openConfig();
  expect(await config.update([{ key: 'share.maxSize', value: '5000' }])).toEqual([
    {
      key: 'share.maxSize',
      type: 'number',
      value: '5000',
      defaultValue: '0',
      lockedBy: null,
      isSet: true,
      isSecret: false,
    },
  ]);
});

it('locks what the environment sets', async () => {
  const config = await openConfig({ FILESHARE_CONFIG_SHARE_MAX_SIZE: '700' });
  expect(config.get('share.maxSize')).toBe(700);
  const row = find(config.listCategory('share'), 'share.maxSize');
  expect(row).toMatchObject({ value: '700', lockedBy: 'FILESHARE_CONFIG_SHARE_MAX_SIZE' });
  await expect(config.update([{ key: 'share.maxSize', value: '1' }])).rejects.toEqual(
    new AppError('config_locked', { key: 'share.maxSize', variable: 'FILESHARE_CONFIG_SHARE_MAX_SIZE' }),
  );
});

it('prefers the environment to what was stored before', async () => {
  await (await openConfig()).update([{ key: 'share.maxSize', value: '1' }]);
  expect((await openConfig({ FILESHARE_CONFIG_SHARE_MAX_SIZE: '700' })).get('share.maxSize')).toBe(700);
});

it('lists to the public what is public, never the rest', async () => {
  const keys = (await openConfig()).listPublic().map(({ key }) => key);
  expect(keys).toContain('general.appName');
  expect(keys).not.toContain('general.sessionDuration');
  expect(keys).not.toContain('share.retention');
});

it('takes a default that is known only at run time', async () => {
  const config = await openConfig();
  config.setDefault('general.appUrl', 'http://localhost:4711');
  expect(config.get('general.appUrl')).toBe('http://localhost:4711');
  expect(find(config.listPublic(), 'general.appUrl')).toMatchObject({
    value: null,
    defaultValue: 'http://localhost:4711',
  });
  await config.update([{ key: 'general.appUrl', value: 'https://files.example.org' }]);
  expect(config.get('general.appUrl')).toBe('https://files.example.org');
});

it('sees what another process changed, and tells its listeners', async () => {
  const config = await openConfig();
  const changes: string[][] = [];
  const stop = config.subscribe((changed) => changes.push([...changed]));
  const other = await openConfig({}, await database.openAnother());
  await other.update([{ key: 'general.appName', value: 'Theirs' }]);
  await config.load();
  expect(config.get('general.appName')).toBe('Theirs');
  expect(changes).toEqual([['general.appName']]);
  stop();
  await config.update([{ key: 'general.appName', value: 'Ours' }]);
  expect(changes).toHaveLength(1);
});

it('falls back to the default when another version stored what is not valid here', async () => {
  await database.uow.transaction(({ config }) => config.save('share.idLength', '999', 1));
  await database.uow.transaction(({ config }) => config.save('future.variable', 'x', 1));
  expect((await openConfig()).get('share.idLength')).toBe(16);
});

it('ends the set-up once, whoever is first', async () => {
  const config = await openConfig();
  expect(await config.isSetupFinished()).toBe(false);
  const outcomes = await Promise.allSettled([
    config.finishSetup(),
    config.finishSetup(),
    config.finishSetup(),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await config.isSetupFinished()).toBe(true);
});

const server = [
  { key: 'smtp.host', value: 'mail.example.org' },
  { key: 'smtp.email', value: 'files@example.org' },
];
const switchOn = { key: 'smtp.enabled', value: 'true' };

it('stores a secret sealed and answers only that it is set', async () => {
  const config = await openConfig();
  const unset = { key: 'smtp.password', type: 'string', value: null, defaultValue: '', lockedBy: null };
  const find = () => config.listCategory('smtp').find(({ key }) => key === 'smtp.password');
  expect(find()).toEqual({ ...unset, isSet: false, isSecret: true });
  expect(await config.update([{ key: 'smtp.password', value: 'pass {word}' }])).toEqual([
    { ...unset, isSet: true, isSecret: true },
  ]);
  expect(config.get('smtp.password')).toBe('pass {word}');
  expect((await database.uow.read.config.list()).get('smtp.password')).toMatch(/^s1\.[\w.-]+$/);
  expect((await openConfig()).get('smtp.password')).toBe('pass {word}');
  await config.update([{ key: 'smtp.password', value: '' }]);
  expect(find()).toMatchObject({ isSet: false });
});

it('forgets a password when the server it is sent to changes, unless it comes along', async () => {
  const config = await openConfig();
  await config.update([...server, { key: 'smtp.password', value: 'pass' }]);
  await config.update([{ key: 'smtp.port', value: '2525' }]);
  expect(config.get('smtp.password')).toBe('pass');
  await config.update([{ key: 'smtp.host', value: 'elsewhere.example.org' }]);
  expect(config.get('smtp.password')).toBe('');
  await config.update([
    { key: 'smtp.host', value: 'third.example.org' },
    { key: 'smtp.password', value: 'anew' },
  ]);
  expect(config.get('smtp.password')).toBe('anew');
});

it('does not send the password of the environment to another server', async () => {
  const config = await openConfig({ FILESHARE_CONFIG_SMTP_PASSWORD: 'pass' });
  await config.update(server);
  await expect(config.update([{ key: 'smtp.host', value: 'elsewhere.example.org' }])).rejects.toMatchObject({
    code: 'config_locked',
  });
});

it('goes on without a secret that another secret key sealed', async () => {
  await (await openConfig()).update([{ key: 'smtp.password', value: 'pass' }, ...server, switchOn]);
  const config = await openConfig({}, database.uow, 'another secret key, long enough too');
  expect(config.get('smtp.password')).toBe('');
  expect(config.get('smtp.enabled')).toBe(true);
  await config.update([{ key: 'smtp.password', value: 'anew' }]);
  expect(config.get('smtp.password')).toBe('anew');
});

it('does not open a secret that was put in the place of another', async () => {
  const sealed = createSeal(secretKey).seal('of another', 'config oauth.github-clientSecret');
  await database.uow.transaction(({ config }) => config.save('smtp.password', sealed, 1));
  expect((await openConfig()).get('smtp.password')).toBe('');
});

it('switches nothing on that lacks what it needs', async () => {
  const config = await openConfig();
  await expect(config.update([switchOn])).rejects.toMatchObject({
    code: 'config_invalid',
    params: { key: 'smtp.host', problem: 'required' },
    issues: [
      { field: 'smtp.host', code: 'required' },
      { field: 'smtp.email', code: 'required' },
    ],
  });
  await config.update([switchOn, ...server]);
  expect(config.get('smtp.enabled')).toBe(true);
  await expect(config.update([{ key: 'smtp.email', value: '' }])).rejects.toMatchObject({
    params: { key: 'smtp.email' },
  });
  await config.update([
    { key: 'smtp.enabled', value: 'false' },
    { key: 'smtp.email', value: '' },
  ]);
  expect(config.get('smtp.enabled')).toBe(false);
});

it('says at the field that is changed what it needs, and what needs it', async () => {
  const config = await openConfig();
  const recipients = { key: 'email.enableShareEmailRecipients', value: 'true' };
  await expect(config.update([recipients])).rejects.toMatchObject({
    issues: [{ field: recipients.key, code: 'needs', params: { key: 'smtp.enabled' } }],
  });
  await config.update([recipients, switchOn, ...server]);
  await expect(config.update([{ key: 'smtp.enabled', value: 'false' }])).rejects.toMatchObject({
    issues: [{ field: 'smtp.enabled', code: 'needed_by', params: { key: recipients.key } }],
  });
  await expect(config.update([{ key: 'smtp.host', value: '' }])).rejects.toMatchObject({
    issues: [{ field: 'smtp.host', code: 'needed_by', params: { key: 'smtp.enabled' } }],
  });
  expect(config.get('smtp.host')).toBe('mail.example.org');
});

it('says that a secret has to be given again when it would go elsewhere', async () => {
  const config = await openConfig();
  const secret = { key: 'oauth.oidc-clientSecret', value: 'hunter2' };
  const at = (host: string) => ({
    key: 'oauth.oidc-discoveryUri',
    value: `https://${host}/.well-known/openid-configuration`,
  });
  const on = { key: 'oauth.oidc-enabled', value: 'true' };
  await config.update([at('old.example.org'), { key: 'oauth.oidc-clientId', value: 'x' }, secret, on]);
  await expect(config.update([at('new.example.org')])).rejects.toMatchObject({
    issues: [{ field: secret.key, code: 'given_again' }],
  });
  await config.update([at('new.example.org'), secret]);
  expect(config.get('oauth.oidc-discoveryUri')).toContain('new.example.org');
});

it('names everything that is wrong at once', async () => {
  const config = await openConfig();
  const update = config.update([
    { key: 'share.idLength', value: '9' },
    { key: 'general.appName', value: '   ' },
    { key: 'general.logo', value: '/img/logo.png?v=1' },
    { key: 'email.inviteMessage', value: 'Hello {{name}}' },
    { key: 'general.appName', value: 'Twice' },
  ]);
  await expect(update).rejects.toMatchObject({
    params: { key: 'share.idLength', problem: 'too_small' },
    issues: [
      { field: 'share.idLength', code: 'too_small' },
      { field: 'general.appName', code: 'required' },
      { field: 'general.logo', code: 'picture' },
      { field: 'email.inviteMessage', code: 'placeholder', params: { placeholder: '{name}' } },
      { field: 'general.appName', code: 'repeated' },
    ],
  });
});

it('checks against what is stored now, also by another process', async () => {
  const config = await openConfig();
  const other = await openConfig({}, await database.openAnother());
  await other.update([switchOn, ...server]);
  await expect(config.update([{ key: 'smtp.host', value: '' }])).rejects.toMatchObject({
    issues: [{ field: 'smtp.host', code: 'needed_by' }],
  });
});

it('lets one of two that contradict each other win', async () => {
  const config = await openConfig();
  await config.update(server);
  const outcomes = await Promise.allSettled([
    config.update([switchOn]),
    config.update([{ key: 'smtp.email', value: '' }]),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('keeps off what needs something that stays off', async () => {
  const config = await openConfig({
    FILESHARE_CONFIG_EMAIL_ENABLE_SHARE_EMAIL_RECIPIENTS: 'true',
    FILESHARE_CONFIG_SMTP_ENABLED: 'true',
  });
  expect(config.get('email.enableShareEmailRecipients')).toBe(false);
});

it('keeps off what the environment switches on without what it needs', async () => {
  const variables = { FILESHARE_CONFIG_SMTP_ENABLED: 'true' };
  const config = await openConfig(variables);
  expect(config.get('smtp.enabled')).toBe(false);
  await config.update(server);
  expect(config.get('smtp.enabled')).toBe(true);
});

it('tells the public whether mail is sent, also to recipients of shares, and no more of it', async () => {
  const keys = (await openConfig()).listPublic().map(({ key }) => key);
  expect(keys.filter((key) => /^(smtp|email)\./.test(key)).sort()).toEqual([
    'email.enableShareEmailRecipients',
    'smtp.enabled',
  ]);
});

const mailServer = [
  { key: 'smtp.host', value: 'mail.example.org' },
  { key: 'smtp.email', value: 'files@example.org' },
];

it('does not switch on by itself what was off for want of something', async () => {
  await database.uow.transaction(({ config }) => config.save('smtp.enabled', 'true', 0));
  const config = await openConfig();
  expect(config.get('smtp.enabled')).toBe(false);
  await config.update([{ key: 'general.appName', value: 'Ours' }]);
  const answer = await config.update(mailServer);
  expect(config.get('smtp.enabled')).toBe(false);
  expect(find(answer, 'smtp.enabled')).toMatchObject({ value: null, isSet: false });
  await config.update([{ key: 'smtp.enabled', value: 'true' }]);
  expect(config.get('smtp.enabled')).toBe(true);
});

it('switches on at once what is asked for with what it lacked', async () => {
  await database.uow.transaction(({ config }) => config.save('smtp.enabled', 'true', 0));
  const config = await openConfig();
  await config.update([...mailServer, { key: 'smtp.enabled', value: 'true' }]);
  expect(config.get('smtp.enabled')).toBe(true);
});

it('forgets the password of a mail server that anybody could be from now on', async () => {
  const config = await openConfig();
  const certificates = 'smtp.allowUnauthorizedCertificates';
  const switchTo = (value: string) => config.update([{ key: certificates, value }]);
  await config.update([{ key: 'smtp.password', value: 's3cret' }]);
  await config.update([...mailServer, { key: certificates, value: 'true' }]);
  await switchTo('');
  expect(config.get('smtp.password')).toBe('s3cret');
  await switchTo('true');
  expect(config.get('smtp.password')).toBe('');
  await config.update([{ key: 'smtp.password', value: 's3cret' }]);
  await switchTo('true');
  await switchTo('false');
  expect(config.get('smtp.password')).toBe('s3cret');
});

it('reads at once what another server says that it has changed', async () => {
  // Nothing is read regularly.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const other = await openConfig({}, await database.openAnother());
  await other.start();
  const changed = new Promise((resolve) => other.subscribe(resolve));
  const config = await openConfig();
  await config.update([{ key: 'general.appName', value: 'Ours' }]);
  expect(await changed).toEqual(['general.appName']);
  expect(other.get('general.appName')).toBe('Ours');
  await other.stop();
  vi.useRealTimers();
});

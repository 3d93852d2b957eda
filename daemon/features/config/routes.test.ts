import { afterEach, beforeEach, expect, it } from 'vitest';
import { EnvError } from '#sdk/contract/host.js';
import { type Call, createBrowser, createCaller } from '../../testing/browser.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let visitor: Call;
let admin: Call;

beforeEach(async () => {
  app = await startApp({ env: { FILESHARE_CONFIG_SHARE_MAX_FILES: '50' } });
  visitor = createCaller(app.url);
  admin = createBrowser(app.url);
  const { email, password } = app.admin;
  await admin('/auth/signIn', { json: { email, password } });
});
afterEach(() => app.stop());

const change = (call: Call, json: unknown) => call('/configs/admin', { method: 'PATCH', json });

it('tells everybody the public variables and nobody else the others', async () => {
  const { status, body } = await visitor('/configs');
  expect(status).toBe(200);
  expect(body).toContainEqual({
    key: 'general.appUrl',
    type: 'string',
    value: null,
    defaultValue: `http://localhost:${new URL(app.url).port}`,
  });
  expect(JSON.stringify(body)).not.toContain('general.sessionDuration');
});

it.each([
  ['/configs/admin/general', 'GET', undefined],
  ['/configs/admin', 'PATCH', [{ key: 'general.appName', value: 'Mine' }]],
  ['/configs/admin/finishSetup', 'POST', undefined],
])('keeps visitors out of %s', async (path, method, json) => {
  const { status, body } = await visitor(path, { method, json });
  expect([status, (body as { error: string }).error]).toEqual([401, 'sign_in_required']);
});

it('changes variables for everybody at once', async () => {
  const { status, body } = await change(admin, [{ key: 'general.appName', value: 'Ours' }]);
  expect(status).toBe(200);
  expect(body).toEqual([
    {
      key: 'general.appName',
      type: 'string',
      value: 'Ours',
      defaultValue: 'Fileshare',
      lockedBy: null,
      isSet: true,
      isSecret: false,
    },
  ]);
  const list = (await visitor('/configs')).body;
  expect(list).toContainEqual({
    key: 'general.appName',
    type: 'string',
    value: 'Ours',
    defaultValue: 'Fileshare',
  });
});

it('takes numbers and truth values as what they are', async () => {
  const { status, body } = await change(admin, [
    { key: 'share.idLength', value: 12 },
    { key: 'general.showHomePage', value: false },
  ]);
  expect(status).toBe(200);
  expect(body).toMatchObject([{ value: '12' }, { value: 'false' }]);
});

it.each([
  [{ key: 'general.nope', value: 'x' }, 404, 'config_unknown', 'Config variable general.nope not found'],
  [{ key: 'share.idLength', value: '3' }, 400, 'config_invalid', 'share.idLength: Must be at least 10'],
  [
    { key: 'share.maxFiles', value: '3' },
    409,
    'config_locked',
    'share.maxFiles is set by the environment variable FILESHARE_CONFIG_SHARE_MAX_FILES and can only be changed there.',
  ],
])('changes nothing when %j is among the changes', async (update, status, error, message) => {
  const answer = await change(admin, [{ key: 'general.appName', value: 'Ours' }, update]);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ error, message });
  expect(JSON.stringify((await visitor('/configs')).body)).not.toContain('Ours');
});

it('lists a category for administrators, with what is locked', async () => {
  const { body } = await admin('/configs/admin/share');
  expect(body).toContainEqual(
    expect.objectContaining({
      key: 'share.maxFiles',
      value: '50',
      lockedBy: 'FILESHARE_CONFIG_SHARE_MAX_FILES',
    }),
  );
  expect((await admin('/configs/admin/nope')).status).toBe(404);
});

it('counts an administrator from the environment as a finished set-up', async () => {
  const { status, body } = await admin('/configs/admin/finishSetup', { method: 'POST' });
  expect([status, (body as { error: string }).error]).toEqual([409, 'setup_already_done']);
});

it('does not start with a variable that the environment spells wrong', async () => {
  const start = startApp({ env: { FILESHARE_CONFIG_SHARE_MAXFILES: '50' }, dataDir: app.dataDir });
  await expect(start).rejects.toThrow(EnvError);
  await expect(start).rejects.toThrow('FILESHARE_CONFIG_SHARE_MAXFILES');
});

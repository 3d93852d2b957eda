import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminConfigVariable, ConfigVariable } from '#sdk/contract/config/api.js';
import { type ConfigKey, categoryOf, configRow, isSecret } from '#sdk/contract/config.js';
import { companionsOf, sampleOf, typedConfigKeys, wrongSampleOf } from '#sdk/testing/config-samples.js';
import { type Call, createBrowser, createCaller } from '../../testing/browser.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let visitor: Call;
let admin: Call;

beforeAll(async () => {
  app = await startApp();
  visitor = createCaller(app.url);
  admin = createBrowser(app.url);
  const { email, password } = app.admin;
  await admin('/auth/signIn', { json: { email, password } });
  // Otherwise the variable that requires two-factor authentication would be the last one.
  const { users, uow } = app.app.core;
  const account = await users.findByIdentifier(email);
  if (account) await uow.transaction((repos) => repos.users.update(account.id, { totpSecret: 'on' }));
});
afterAll(() => app.stop());

const change = (json: unknown) => admin('/configs/admin', { method: 'PATCH', json });

async function readAsVisitor(key: ConfigKey): Promise<ConfigVariable | undefined> {
  const list = (await visitor('/configs')).body as ConfigVariable[];
  return list.find((variable) => variable.key === key);
}

async function readAsAdmin(key: ConfigKey): Promise<AdminConfigVariable | undefined> {
  const list = (await admin(`/configs/admin/${categoryOf(key)}`)).body as AdminConfigVariable[];
  return list.find((variable) => variable.key === key);
}

describe.each(typedConfigKeys)('%s', (key) => {
  const row = configRow(key);
  const value = sampleOf(key);
  const changed = [...companionsOf(key), key];

  it('is set, read by those who may, and reset', async () => {
    const set = await change(changed.map((name) => ({ key: name, value: sampleOf(name) })));
    expect([set.status, set.body]).toEqual([200, expect.anything()]);
    expect((await readAsVisitor(key))?.value).toBe(row.visibility === 'public' ? value : undefined);
    expect(await readAsAdmin(key)).toMatchObject({
      value: isSecret(row) ? null : value,
      isSet: true,
      isSecret: isSecret(row),
      lockedBy: null,
    });
    expect(String(app.app.core.config.get(key))).toBe(value);

    const reset = await change(changed.map((name) => ({ key: name, value: '' })));
    expect(reset.status).toBe(200);
    expect(await readAsAdmin(key)).toMatchObject({ value: null, isSet: false });
  });

  const wrong = wrongSampleOf(key);
  it.runIf(wrong !== null)('refuses a wrong value at its field and keeps what it had', async () => {
    const { status, body } = await change([{ key, value: wrong }]);
    expect([status, body]).toMatchObject([400, { error: 'config_invalid', issues: [{ field: key }] }]);
    expect(await readAsAdmin(key)).toMatchObject({ isSet: false });
  });
});

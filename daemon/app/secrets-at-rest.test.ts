import { afterAll, beforeAll, expect, it } from 'vitest';
import { configCategories, secretConfigKeys } from '#sdk/contract/config.js';
import type { NodeClient } from '#sdk/index.js';
import { sampleOf, typedConfigKeys } from '#sdk/testing/config-samples.js';
import { enableTotp } from '../testing/authenticator.ts';
import { createCaller } from '../testing/browser.ts';
import { createUser, password, signIn } from '../testing/clients.ts';
import { createDraft, publish, upload } from '../testing/drafts.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { signInAs } from '../testing/members.ts';
import { createReverseShare } from '../testing/reverse-shares.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { dumpDatabase } from '../testing/test-database.ts';

const clock = createFakeClock();
const lines: string[] = [];
/** Values that must not be stored anywhere in plain text, by name. */
const secrets = new Map<string, string>();
let app: TestApp;
let admin: NodeClient;

beforeAll(async () => {
  const destination = { write: (line: string) => void lines.push(line) };
  app = await startApp({ clock, logDestination: destination, env: { FILESHARE_LOG_LEVEL: 'debug' } });
  admin = await signIn(app);
  await setSecretVariables();
  await useAccounts();
  await useShares();
});
afterAll(() => app.stop());

async function setSecretVariables(): Promise<void> {
  const keys = typedConfigKeys.filter((key) => /^(smtp|email|oauth)\./.test(key));
  const values = new Map(keys.map((key) => [key, sampleOf(key)]));
  // Nothing listens there, so mails wait in the outbox.
  values.set('smtp.host', '127.0.0.1').set('smtp.port', '1');
  await admin.configs.update({ body: [...values].map(([key, value]) => ({ key, value })) });
  for (const key of secretConfigKeys) secrets.set(key, sampleOf(key));
}

async function useAccounts(): Promise<void> {
  const { username } = await createUser(admin, 'alice');
  await createUser(admin, 'bob');
  const client = await signIn(app, { username, password });
  const phone = await enableTotp(client, clock);
  const bob = await signIn(app, { username: 'bob', password });
  const key = await bob.apiKeys.create({ body: { name: 'ci', scopes: ['shares:read'], password } });
  const session = await signInAs(app, { username: 'bob', password });
  const pending = await bob.totp.enable({ body: { password } });
  await createCaller(app.url)('/auth/resetPassword/bob@example.org', { method: 'POST' });
  secrets.set('password', password);
  secrets.set('totp', phone.secret);
  secrets.set('pending totp', pending.totpSecret);
  for (const code of phone.recoveryCodes) secrets.set(`recovery code ${code}`, code.replace('-', ''));
  secrets.set('api key', key.secret);
  secrets.set('access token', session.accessToken);
  secrets.set('refresh token', session.refreshToken);
}

async function useShares(): Promise<void> {
  const link = await createReverseShare(admin, { password: 'of the reverse share' });
  const { accessToken } = await signInAs(app, app.admin);
  const headers = { authorization: `Bearer ${accessToken}` };
  const draft = await createDraft(app, { password: 'of the share' }, headers);
  await upload(app, draft, { path: 'a.txt', text: 'hello' });
  const open = await createDraft(app, {}, headers);
  await upload(app, open, { path: 'b.txt', text: 'unfinished', sent: 3 });
  await publish(app, draft);
  const grant = await createCaller(app.url)(`/shares/${draft.id}/token`, {
    json: { password: 'of the share' },
  });
  secrets.set('reverse share', link.token);
  secrets.set('password of the reverse share', 'of the reverse share');
  secrets.set('password of the share', 'of the share');
  secrets.set('upload token', open.token);
  secrets.set('spent upload token', draft.token);
  secrets.set('share token', (grant.body as { token: string }).token);
}

/** Returns the names of the secrets that `text` contains. */
function findSecrets(text: string): string[] {
  return [...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name);
}

it('has seen every kind of secret', () => {
  for (const [name, secret] of secrets) expect([name, secret.length > 7]).toEqual([name, true]);
  expect(secrets.size).toBe(secretConfigKeys.length + 10 + 12);
});

it('keeps no secret in clear in the database', async () => {
  const dump = await dumpDatabase(app.dataDir);
  expect(dump).toContain('alice@example.org');
  expect(findSecrets(dump)).toEqual([]);
});

it('seals the mails that wait: their links are secrets', async () => {
  const rows: { message: string | null }[] = await app.app.core.database.reader('outbox');
  expect(rows.length).toBeGreaterThan(0);
  for (const { message } of rows) expect(message).toMatch(/^s1\./);
});

it('writes no secret into the log', () => {
  expect(lines.join('')).toContain('configuration changed');
  expect(findSecrets(lines.join(''))).toEqual([]);
});

it('answers no secret to administrators, not in the audit log either', async () => {
  const answers = await Promise.all([
    admin.audit.list({ query: { limit: '200' } }),
    ...configCategories.map((category) => admin.configs.listCategory({ params: { category } })),
  ]);
  const text = JSON.stringify(answers);
  expect(text).toContain('smtp.password');
  expect(findSecrets(text)).toEqual([]);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { JsonObject } from '../../testing/providers/id-tokens.ts';
import {
  companyTenant,
  type MicrosoftStandIn,
  personalTenant,
  startMicrosoft,
} from '../../testing/providers/microsoft.ts';
import { type Arrived, signInAt } from '../../testing/sign-in-at.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const place = 'login.microsoftonline.com/common/discovery/v2.0/keys';

let there: MicrosoftStandIn;
let key: Record<string, unknown>;
beforeAll(async () => {
  there = await startMicrosoft();
  const { keys } = JsonObject.parse(await there.outbound.fetchJson(`https://${place}`));
  key = JsonObject.parse(Array.isArray(keys) ? keys[0] : null);
});
afterAll(() => there.close());

/** A person of a tenant signs in at a new instance, with a token that this key has signed. */
async function signIn(tid: string, changes: Record<string, unknown>): Promise<Arrived> {
  there.person['tid'] = tid;
  there.change(`GET ${place}`, { body: { keys: [{ ...key, ...changes }] } });
  const app: TestApp = await startApp({ env: there.env, outbound: there.outbound });
  try {
    return await signInAt(app, { provider: 'microsoft', there });
  } finally {
    await app.stop();
  }
}

const issuerOf = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`;

it('of all tenants signs for each', async () => {
  expect(await signIn(companyTenant, { issuer: issuerOf('{tenantid}') })).toMatchObject({ page: '/' });
  expect(await signIn(companyTenant, { issuer: undefined })).toMatchObject({ page: '/' });
});

it('of personal accounts signs for these alone', async () => {
  const issuer = issuerOf(personalTenant);
  expect(await signIn(personalTenant, { issuer })).toMatchObject({ page: '/' });
  const refused = { page: '/error?error=invalid_token&params=microsoft', user: null };
  expect(await signIn(companyTenant, { issuer })).toEqual(refused);
});

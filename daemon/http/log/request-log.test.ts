import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { api, fullPath } from '#sdk/contract/api.js';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import { signInAs } from '../../testing/members.ts';
import { requestHead, sendRaw } from '../../testing/raw-http.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { listTables, usesServer } from '../../testing/test-database.ts';

/** Used for every secret a request can carry; short enough to fit every field. */
const canary = 'CANARYcanary';
const email = `${canary}@example.org`;
const token = (prefix: string) => `${prefix}_${canary.padEnd(43, '0')}`;

const endpoints = Object.values(api).flatMap((group) => Object.values<EndpointDefinition>(group));

/** Values for any part of a request, those with the canary first. */
const candidates: unknown[] = [
  canary,
  email,
  token('fsq'),
  token('fsu'),
  [{ key: canary, value: canary }],
  [canary],
  [email],
  '1-day',
  '000000',
  1,
  true,
];

function sampleOf(schema: z.core.$ZodType): unknown {
  return candidates.find((candidate) => z.core.safeParse(schema, candidate).success) ?? canary;
}

function shapeOf(schema: z.ZodMiniType | undefined): [string, z.core.$ZodType][] {
  return schema instanceof z.ZodMiniObject ? Object.entries(schema.shape) : [];
}

function pathOf(endpoint: EndpointDefinition): string {
  const samples = new Map(shapeOf(endpoint.params).map(([name, schema]) => [name, sampleOf(schema)]));
  return fullPath(endpoint).replaceAll(/[:*](\w+)/g, (_match, name: string) => String(samples.get(name)));
}

function queryOf({ query }: EndpointDefinition): string {
  const names = [...shapeOf(query).map(([name]) => name), 'code', 'state', 'grant'];
  return names.map((name) => `${name}=${canary}`).join('&');
}

function bodyOf({ body }: EndpointDefinition): string {
  return JSON.stringify(Object.fromEntries(shapeOf(body).map(([name, schema]) => [name, sampleOf(schema)])));
}

const basic = Buffer.from(`${canary}:${canary}`).toString('base64');
const base64 = Buffer.from(canary).toString('base64');

const headers: Record<string, string>[] = [
  { Authorization: `Bearer ${canary}` },
  { Authorization: `Bearer ${token('fsu')}` },
  { Authorization: `Bearer ${token('fsk')}` },
  { Authorization: `Basic ${basic}` },
  {
    Cookie: ['access_token', 'refresh_token', 'share_token', 'login_token', 'oauth_browser', 'language']
      .map((name) => `${name}=${canary}`)
      .join('; '),
    'X-Requested-With': canary,
  },
  {
    'X-Share-Token': canary,
    'X-Share-Password': canary,
    'X-Forwarded-For': canary,
    'X-Forwarded-Proto': canary,
    'X-Request-Id': canary,
    Referer: `https://example.org/upload/${canary}`,
    'User-Agent': canary,
    'If-Match': `"${canary}"`,
    'Tus-Resumable': '1.0.0',
    'Upload-Length': '3',
    'Upload-Offset': '0',
    'Upload-Metadata': `shareId ${base64},filename ${base64}`,
  },
];

/** The path itself, and the ways in which clients get it wrong or attackers disguise it. */
function shapesOf(path: string): string[] {
  const first = path.indexOf('/', 1);
  return [
    path,
    `/${path}`,
    path.replaceAll('/', '//'),
    `${path}/`,
    `${path}/unknown`,
    `${path}/../${canary}`,
    `/./${path}`,
    `/${canary}${path}`,
    path.toUpperCase(),
    path.replace('/', '/%2f'),
    `/${encodeURIComponent(path)}`,
    `/${percentEncode(path.slice(1, first))}${path.slice(first)}`,
    `${path.slice(0, first)}/${percentEncode(path.slice(first + 1))}`,
    `${path}%`,
    `${path};${canary}`,
    `http://localhost${path}`,
  ];
}

function percentEncode(text: string): string {
  return Buffer.from(text)
    .toString('hex')
    .replaceAll(/../g, (byte) => `%${byte}`);
}

const pages = [
  `/${canary}`,
  `/s/${canary}`,
  `/share/${canary}`,
  `/upload/${canary}`,
  `/upload/${token('fsq')}`,
  `/d/${canary}`,
  `/d/${canary}/a folder/${canary}.txt`.replaceAll(' ', '%20'),
  `/account/reverseShares/${canary}`,
  `/admin/config/${canary}`,
  `/assets/${canary}.js`,
  `/${canary}.png`,
  `/api/${canary}`,
  `/api/uploads/${canary}`,
  `/api/shares/${'a'.repeat(32)}/files/${canary}`,
  `/api/users/${canary}/sessions`,
];

interface Call {
  line: string;
  given?: Record<string, string>;
  body?: string;
}

const json = { 'Content-Type': 'application/json' };

/** Requests that reach the handlers. Those of the administrator pass every access check. */
function callsTo(endpoint: EndpointDefinition, adminHeaders: Record<string, string>): Call[] {
  const path = pathOf(endpoint);
  const line = `${endpoint.method} ${path}`;
  const body = bodyOf(endpoint);
  return [
    ...headers.map((given) => ({ line, given: { ...json, ...given }, body })),
    { line, given: json, body: `{"password":"${canary}` },
    { line: `${line}?${queryOf(endpoint)}`, given: json, body },
    // Signing out would end the session for all later requests.
    ...(endpoint === api.auth.signOut ? [] : [{ line, given: { ...json, ...adminHeaders }, body }]),
  ];
}

/** Requests that match no route, or not the method of one. */
const strayCalls: Call[] = [
  ...endpoints.flatMap((endpoint) => {
    const path = pathOf(endpoint);
    return [
      ...['GET', 'POST', 'PUT', 'OPTIONS'].map((method) => ({ line: `${method} ${path}?${canary}` })),
      ...shapesOf(path).map((shape) => ({ line: `${endpoint.method} ${shape}` })),
    ];
  }),
  ...pages
    .flatMap(shapesOf)
    .flatMap((page) => [{ line: `GET ${page}?${canary}` }, { line: `POST ${page}?${canary}` }]),
];

async function sendAll(url: string, calls: readonly Call[]): Promise<void> {
  for (let at = 0; at < calls.length; at += 16) {
    await Promise.all(calls.slice(at, at + 16).map((call) => send(url, call)));
  }
}

async function send(url: string, { line, given, body = '' }: Call): Promise<void> {
  const length: Record<string, number> = body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) };
  await sendRaw(url, requestHead(line, { Connection: 'close', ...length, ...given }), body);
}

/** Makes every handler that needs more than an account fail with an error that is logged. */
async function dropTables({ app }: TestApp): Promise<void> {
  const { writer } = app.core.database;
  if (!usesServer()) await writer.raw('PRAGMA foreign_keys=OFF');
  for (const name of await listTables(writer)) {
    if (/^(users|sessions)$/.test(name)) continue;
    await writer.raw(`drop table ?? ${usesServer() ? 'cascade' : ''}`, [name]);
  }
}

const lines: string[] = [];
let sent = 0;

beforeAll(async () => {
  const app = await startApp({
    logDestination: { write: (line) => void lines.push(line) },
    env: { FILESHARE_LOG_LEVEL: 'debug', FILESHARE_ADDRESS_LIMIT_FACTOR: '1000' },
  });
  const { headers: adminHeaders } = await signInAs(app, app.admin);
  const calls = endpoints.flatMap((endpoint) => callsTo(endpoint, adminHeaders));
  await sendAll(app.url, strayCalls);
  await sendAll(app.url, calls);
  await dropTables(app);
  await sendAll(app.url, calls);
  await app.stop();
  sent = 1 + strayCalls.length + 2 * calls.length;
}, 120_000);

it('has a line for every request, and the errors of those that failed', () => {
  expect(lines.filter((line) => line.includes('"msg":"request"'))).toHaveLength(sent);
  const missing = usesServer() ? 'does not exist' : 'no such table';
  expect(lines.filter((line) => line.includes(missing)).length).toBeGreaterThan(100);
});

it('holds no secret of a request, whatever its path looks like', () => {
  const spellings = [canary, base64, basic, percentEncode(canary)].map((text) => text.toLowerCase());
  const leaks = lines.filter((line) => spellings.some((text) => line.toLowerCase().includes(text)));
  expect(leaks.slice(0, 5)).toEqual([]);
});

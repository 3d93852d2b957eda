import { afterEach, beforeEach, expect, it } from 'vitest';
import { scopes } from '#sdk/contract/endpoint.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { Database } from '../../db/connection.ts';
import { createOwnerRepo } from '../../features/shares/repos/owner-repo.ts';
import { createCaller } from '../browser.ts';
import { bearer, type Member } from '../members.ts';
import { startApp, type TestApp } from '../start-app.ts';
import { openDatabaseIn } from '../test-database.ts';
import { asAnswered, callEndpoint, cases, prepareRequest } from './call.ts';
import type { Caller } from './callers.ts';
import { expectedOutcome } from './expected.ts';
import { createWorld, type TestShare, type World } from './world.ts';

/**
 * A credential that another process revokes is refused here on every route, including public ones, within five seconds.
 */

let app: TestApp;
let world: World;
let elsewhere: Database;
beforeEach(async () => {
  app = await startApp({
    env: {
      FILESHARE_TRUSTED_PROXIES: '127.0.0.1',
      FILESHARE_METRICS: 'true',
      FILESHARE_CONFIG_SHARE_ALLOW_REGISTRATION: 'true',
    },
  });
  world = createWorld(app);
  elsewhere = openDatabaseIn(app.dataDir);
});
afterEach(async () => {
  await elsewhere.close();
  await app.stop();
});

const whoIs = async (token: string) =>
  (await createCaller(app.url)('/users/me', { headers: bearer(token) })).body as { isAdmin: boolean } | null;

type Kind = 'session' | 'key' | 'uploadToken';

async function isRecognised(kind: Kind, token: string, share: TestShare | null): Promise<boolean> {
  if (kind !== 'uploadToken') return (await whoIs(token)) !== null;
  const headers = { ...world.nextAddress(), ...bearer(token) };
  return (await createCaller(app.url)(`/shares/${share?.id}`, { headers })).status === 200;
}

interface Prepared {
  title: string;
  /** The value of the credential after the change. */
  expected: string;
  call(): Promise<string>;
  token: string;
}

type Worth = Pick<Caller, 'role' | 'scopes' | 'isKey'>;

interface Worths {
  session: Worth;
  key: Worth;
  uploadToken: Worth;
  refresh: string;
  /** Endpoints whose data is deleted with its owner, whoever asks. */
  hidden: readonly string[];
}

async function tokenOf(kind: Kind, owner: Member, share: TestShare | null): Promise<string> {
  if (kind === 'session') return (await world.session(owner)).token;
  return kind === 'key' ? (await world.apiKey(owner, scopes)).secret : (share?.uploadToken ?? '');
}

/** Every endpoint with a session, a key and an upload token that are authorized for it now, and have been used. */
async function prepareAll(worthOf: Worths): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const target of cases) {
    const kinds =
      target.row.share === 'draft'
        ? (['uploadToken', 'session', 'key'] as const)
        : (['session', 'key'] as const);
    const prepare = async () => {
      const owner = await world.member({ isAdmin: target.endpoint.access === 'admin' });
      return { owner, ...(await prepareRequest(world, target.row, owner)) };
    };
    const common = await prepare();
    for (const kind of kinds) {
      const isHidden = worthOf.hidden.includes(target.id);
      const outcome = isHidden ? 'hidden' : expectedOutcome(target.endpoint, target.row, worthOf[kind]);
      // A refused request leaves its data unchanged for the next.
      const { owner, parts, share } = outcome === 'allowed' ? await prepare() : common;
      const token = await tokenOf(kind, owner, share);
      const isRefresh = target.id === 'auth.refresh' && outcome === 'allowed';
      prepared.push({
        title: `${target.title}, ${kind}`,
        expected: isRefresh ? worthOf.refresh : asAnswered(target.method, outcome),
        call: () => callEndpoint(app.url, target, parts, bearer(token)),
        token,
      });
      expect(await isRecognised(kind, token, share)).toBe(true);
    }
  }
  return prepared;
}

const dead: Worth = { role: 'dead' };
const deadKey: Worth = { role: 'dead', isKey: true };
const nobody: Worth = { role: 'nobody' };
const uploader: Worth = { role: 'uploader' };

interface Change {
  name: string;
  worth: Worths;
  change(): Promise<void>;
  isSeen(user: { isAdmin: boolean } | null): boolean;
}

const changes: Change[] = [
  {
    name: 'sessions and keys that were removed',
    worth: { session: dead, key: deadKey, uploadToken: uploader, refresh: 'session_expired', hidden: [] },
    async change() {
      await elsewhere.writer('sessions').delete();
      await elsewhere.writer('api_keys').delete();
    },
    isSeen: (user) => user === null,
  },
  {
    name: 'accounts that were disabled',
    worth: {
      session: dead,
      key: deadKey,
      uploadToken: nobody,
      refresh: 'session_expired',
      hidden: ['reverseShares.invitation'],
    },
    async change() {
      await elsewhere.writer('users').update({ disabled_at: 1 });
      const owners = createOwnerRepo(elsewhere.writer);
      const users: { id: UserId }[] = await elsewhere.reader('users').select('id');
      for (const { id } of users) await owners.endUploadTokens(id);
    },
    isSeen: (user) => user === null,
  },
  {
    name: 'administrators who are none any more',
    worth: {
      session: { role: 'owner' },
      key: { role: 'owner', scopes },
      uploadToken: uploader,
      refresh: 'allowed',
      hidden: [],
    },
    async change() {
      await elsewhere.writer('users').update({ is_admin: 0 });
    },
    isSeen: (user) => user?.isAdmin === false,
  },
];

it.each(changes)('refuses $name on every route', { timeout: 120_000 }, async ({ worth, change, isSeen }) => {
  const prepared = await prepareAll(worth);
  const last = prepared.at(-1)?.token ?? '';
  await whoIs(last);
  await change();
  await expect.poll(async () => isSeen(await whoIs(last)), { timeout: 5000, interval: 100 }).toBe(true);
  const met = await Promise.all(prepared.map(async ({ title, call }) => [title, await call()] as const));
  const expected = prepared.map((one) => [one.title, one.expected] as const);
  expect(Object.fromEntries(met)).toEqual(Object.fromEntries(expected));
});

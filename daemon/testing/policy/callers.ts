import { type Scope, scopes } from '#sdk/contract/endpoint.js';
import { workloadScopes } from '#sdk/contract/workload-identities.js';
import { bearer, type Member } from '../members.ts';
import type { TestShare, World } from './world.ts';

/** The credentials of a request, and what they are worth. */
export interface Caller {
  name: string;
  /**
   * The resulting role, relative to the account that owns all data of the request:
   *
   * - `owner`, `other`, `admin`: an account
   * - `uploader`, `visitor`: has a token of the very share, and no account
   * - `dead`: a session or key that is not valid
   * - `nobody`: no credentials, or some that grant nothing here
   */
  role: 'owner' | 'other' | 'admin' | 'uploader' | 'visitor' | 'dead' | 'nobody';
  /** The invalid credential is an API key. */
  isKey?: true;
  /** The scopes of its API key. */
  scopes?: readonly Scope[];
  headers(cell: CallerWorld): Promise<Record<string, string>>;
}

export interface CallerWorld {
  world: World;
  owner: Member;
  share: TestShare | null;
}

type Who = (cell: CallerWorld) => Promise<Member>;

const owner: Who = async (cell) => cell.owner;
const other: Who = ({ world }) => world.member();
const admin: Who = ({ world }) => world.member({ isAdmin: true });
const disabled: Who = ({ world }) => world.member({ disabledAt: 1 });

type SessionOptions = Parameters<World['session']>[1];
type KeyOptions = Parameters<World['apiKey']>[2];

function withSession(who: Who, options?: SessionOptions): Caller['headers'] {
  return async (cell) => bearer((await cell.world.session(await who(cell), options)).token);
}

function withCookie(who: Who): Caller['headers'] {
  return async (cell) => {
    const { token } = await cell.world.session(await who(cell));
    return { cookie: `access_token=${token}`, 'x-requested-with': 'test' };
  };
}

function withKey(who: Who, held: readonly Scope[], options?: KeyOptions): Caller['headers'] {
  return async (cell) => bearer((await cell.world.apiKey(await who(cell), held, options)).secret);
}

const minute = 60_000;

const sessions: Caller[] = [
  { name: 'nobody', role: 'nobody', headers: async () => ({}) },
  { name: 'the owner', role: 'owner', headers: withSession(owner) },
  { name: 'the owner in a browser', role: 'owner', headers: withCookie(owner) },
  { name: 'another user', role: 'other', headers: withSession(other) },
  { name: 'an administrator', role: 'admin', headers: withSession(admin) },
  { name: 'an expired session', role: 'dead', headers: withSession(owner, { left: 0 }) },
  { name: 'an expired access token', role: 'dead', headers: withSession(owner, { age: 16 * minute }) },
  { name: 'a revoked session', role: 'dead', headers: withSession(owner, { isRevoked: true }) },
  {
    name: 'a revoked session of an administrator',
    role: 'dead',
    headers: withSession(admin, { isRevoked: true }),
  },
  { name: 'a session of a disabled account', role: 'dead', headers: withSession(disabled) },
];

/** Without the scope `admin` an administrator's key is like that of any other user. */
const keys: Caller[] = [
  ...scopes.map(
    (scope): Caller => ({
      name: `a key of the owner with ${scope}`,
      role: 'owner',
      scopes: [scope],
      headers: withKey(owner, [scope]),
    }),
  ),
  ...scopes.map(
    (scope): Caller => ({
      name: `a key of an administrator with ${scope}`,
      role: scope === 'admin' ? 'admin' : 'other',
      scopes: [scope],
      headers: withKey(admin, [scope]),
    }),
  ),
  { name: 'a key of the owner with all scopes', role: 'owner', scopes, headers: withKey(owner, scopes) },
  { name: 'a key of another user with all scopes', role: 'other', scopes, headers: withKey(other, scopes) },
  {
    name: 'a key of an administrator with all scopes',
    role: 'admin',
    scopes,
    headers: withKey(admin, scopes),
  },
  { name: 'an expired key', role: 'dead', isKey: true, headers: withKey(owner, scopes, { left: 0 }) },
  { name: 'a revoked key', role: 'dead', isKey: true, headers: withKey(owner, scopes, { isRevoked: true }) },
  { name: 'a key of a disabled account', role: 'dead', isKey: true, headers: withKey(disabled, scopes) },
];

function withWorkload(who: Who, options?: Parameters<World['workloadToken']>[1]): Caller['headers'] {
  return async (cell) => bearer(await cell.world.workloadToken(await who(cell), options));
}

/** Even for an administrator, it is never one. */
const workloads: Caller[] = [
  { name: 'a workload of the owner', role: 'owner', scopes: workloadScopes, headers: withWorkload(owner) },
  {
    name: 'a workload of an administrator',
    role: 'other',
    scopes: workloadScopes,
    headers: withWorkload(admin),
  },
  { name: 'an expired workload', role: 'dead', headers: withWorkload(owner, { left: 0 }) },
  { name: 'a workload without identity', role: 'dead', headers: withWorkload(owner, { isRevoked: true }) },
  { name: 'a workload of a disabled account', role: 'dead', headers: withWorkload(disabled) },
];

const shareTokens: Caller[] = [
  {
    name: 'the upload token of another share',
    role: 'nobody',
    async headers({ world, owner: of }) {
      return bearer((await world.otherShare(of, 'draft')).uploadToken);
    },
  },
  {
    name: 'the upload token of the share',
    role: 'uploader',
    headers: async ({ share }) => (share ? bearer(share.uploadToken) : {}),
  },
  {
    name: 'a share token of another share',
    role: 'nobody',
    async headers({ world, owner: of }) {
      return { 'x-share-token': await world.shareToken((await world.otherShare(of, 'active')).key) };
    },
  },
  {
    name: 'a share token of the share',
    role: 'visitor',
    async headers({ world, share }) {
      return share ? { 'x-share-token': await world.shareToken(share.key) } : {};
    },
  },
];

/** All kinds of callers. */
export const callers: readonly Caller[] = [...sessions, ...keys, ...workloads, ...shareTokens];

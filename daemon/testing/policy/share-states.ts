import { newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import { bearer, type Member } from '../members.ts';
import type { TestApp } from '../start-app.ts';
import type { ShareCallerRole, ShareStateName } from './share-states-expected.ts';
import type { ShareCell } from './share-targets.ts';
import type { TestShare, World } from './world.ts';

/** The password of shares that have one. */
export const sharePassword = 'open, sesame';

/** Counts changes of the password: earlier tokens have a smaller number. */
const passwordVersion = 1;

type Columns = Record<string, string | number | null>;

interface StateSpec {
  from: 'draft' | 'active';
  change(now: number, passwordHash: string): Columns;
}

const specs: Readonly<Record<ShareStateName, StateSpec>> = {
  plain: { from: 'active', change: () => ({}) },
  password: { from: 'active', change: (_now, passwordHash) => ({ password_hash: passwordHash }) },
  limited: { from: 'active', change: () => ({ max_views: 3 }) },
  'used up': { from: 'active', change: () => ({ max_views: 3, views: 3 }) },
  adding: { from: 'active', change: (now) => ({ adding_at: now }) },
  draft: { from: 'draft', change: () => ({}) },
  over: { from: 'active', change: (now) => ({ expires_at: now - 1 }) },
  expired: { from: 'active', change: (now) => ({ state: 'expired', expires_at: now - 1 }) },
  purged: {
    from: 'active',
    change: (now) => ({ state: 'expired', expires_at: now - 2, purged_at: now - 1 }),
  },
  removed: { from: 'active', change: (now) => ({ state: 'removed', removed_at: now - 1 }) },
  'removed and purged': {
    from: 'active',
    change: (now) => ({ state: 'removed', removed_at: now - 2, purged_at: now - 1 }),
  },
};

/** Creates a share over HTTP and brings it into a state. `hasUpload`: one of its uploads lacks bytes. */
export async function makeShare(
  { app }: TestApp,
  world: World,
  { owner, state, hasUpload }: { owner: Member; state: ShareStateName; hasUpload: boolean },
): Promise<TestShare> {
  const { from, change } = specs[state];
  const share = await world.share(owner, hasUpload ? 'draft' : from);
  const { clock, database, passwords } = app.core;
  const passwordHash = state === 'password' ? await passwords.hash(sharePassword) : '';
  const now = clock.now();
  await database
    .writer('shares')
    .where({ key: share.key })
    .update({
      ...(hasUpload && from === 'active' && { state: 'active', completed_at: now }),
      password_version: passwordVersion,
      ...change(now, passwordHash),
    });
  return share;
}

export interface ShareCaller {
  name: string;
  role: ShareCallerRole;
  /** It changes the share, so no other caller may use the same one. */
  isAlone?: true;
  headers(cell: ShareCell): Promise<Record<string, string>>;
}

const shareToken = (token: string) => ({ 'x-share-token': token });

const day = 86_400_000;

/** An upload token expires two weeks after an upload began, or two hours after it was complete. */
async function letUploadTokenExpire({ app, share }: ShareCell): Promise<void> {
  const { clock, database } = app.app.core;
  const now = clock.now();
  const rows = () => database.writer('shares').where({ key: share.key });
  await rows().update({ created_at: now - 15 * day, active_at: now - day / 12 });
  await rows()
    .whereNotNull('adding_at')
    .update({ adding_at: now - 15 * day });
}

/** All callers, with and without credentials for a share. */
export const shareCallers: readonly ShareCaller[] = [
  { name: 'nobody', role: 'nobody', headers: async () => ({}) },
  {
    name: 'a share token that was never given out',
    role: 'nobody',
    headers: async () => shareToken(newToken(tokenPrefixes.share)),
  },
  {
    name: 'an expired share token',
    role: 'nobody',
    headers: async ({ world, share }) =>
      shareToken(await world.shareToken(share.key, { passwordVersion, left: 0 })),
  },
  {
    name: 'a share token of another share',
    role: 'nobody',
    async headers({ world, owner }) {
      const other = await world.otherShare(owner, 'active');
      return shareToken(await world.shareToken(other.key, { passwordVersion }));
    },
  },
  {
    name: 'a share token of before the password was changed',
    role: 'nobody',
    headers: async ({ world, share }) => shareToken(await world.shareToken(share.key)),
  },
  {
    name: 'an upload token that was never given out',
    role: 'nobody',
    headers: async () => bearer(newToken(tokenPrefixes.upload)),
  },
  {
    name: 'an expired upload token',
    role: 'nobody',
    isAlone: true,
    async headers(cell) {
      await letUploadTokenExpire(cell);
      return bearer(cell.share.uploadToken);
    },
  },
  {
    name: 'the upload token of another share',
    role: 'nobody',
    headers: async ({ world, owner }) => bearer((await world.otherShare(owner, 'draft')).uploadToken),
  },
  {
    name: 'a wrong password',
    role: 'nobody',
    headers: async () => ({ 'x-share-password': 'open, barley' }),
  },
  { name: 'the password', role: 'knower', headers: async () => ({ 'x-share-password': sharePassword }) },
  {
    name: 'the owner',
    role: 'owner',
    headers: async ({ world, owner }) => bearer((await world.session(owner)).token),
  },
  {
    name: 'another user',
    role: 'other',
    headers: async ({ world }) => bearer((await world.session(await world.member())).token),
  },
  {
    name: 'an administrator',
    role: 'admin',
    headers: async ({ world }) => bearer((await world.session(await world.member({ isAdmin: true }))).token),
  },
  { name: 'the upload token', role: 'uploader', headers: async ({ share }) => bearer(share.uploadToken) },
  {
    name: 'a share token',
    role: 'visitor',
    headers: async ({ world, share }) => shareToken(await world.shareToken(share.key, { passwordVersion })),
  },
];

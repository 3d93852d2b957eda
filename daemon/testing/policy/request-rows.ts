import type { ErrorCode } from '#sdk/contract/errors.js';
import type { Member } from '../members.ts';
import type { Caller } from './callers.ts';
import type { Outcome } from './expected.ts';
import type { TestShare, World } from './world.ts';

/** The data of a request. All of it belongs to `owner`, and to this request alone. */
export interface RequestWorld {
  world: World;
  owner: Member;
  share: TestShare;
}

export interface RequestParts {
  params?: Record<string, string>;
  query?: Record<string, string>;
  json?: unknown;
  headers?: Record<string, string>;
  body?: string;
}

/** A request that is right in everything except, perhaps, its caller. */
export interface RequestRow {
  /** State of its share. */
  share?: 'draft' | 'active';
  /** Outcomes where the endpoint is stricter or laxer than its `access`. */
  exceptions?: Partial<Record<Caller['role'], Outcome>>;
  /** Errors of an endpoint that authorizes the caller but cannot do what this request asks. */
  answers?: readonly ErrorCode[];
  build(cell: RequestWorld): RequestParts | Promise<RequestParts>;
}

export const plain: RequestRow = { build: () => ({}) };

export const withPassword: RequestRow = { build: ({ owner }) => ({ json: { password: owner.password } }) };

/** Requests about the account that an administrator edits. */
export function onUser(json?: (cell: RequestWorld) => unknown): RequestRow {
  return {
    async build(cell) {
      const { id } = await cell.world.member();
      return { params: { id }, ...(json && { json: json(cell) }) };
    },
  };
}

export function onShare(share: 'draft' | 'active', rest: RequestParts = {}): RequestRow {
  return { share, build: (cell) => ({ params: { id: cell.share.id }, ...rest }) };
}

export const onFile = (share: 'draft' | 'active'): RequestRow => ({
  share,
  build: (cell) => ({ params: { id: cell.share.id, fileId: cell.share.fileId } }),
});

export const inBothStates = (row: (share: 'draft' | 'active') => RequestRow): RequestRow[] => [
  row('draft'),
  row('active'),
];

export const onPath = (share: 'draft' | 'active'): RequestRow => ({
  share,
  build: (cell) => ({ params: { id: cell.share.id, path: '1.txt' } }),
});

/** An actor with the link of a share without password and view limit need not open it first. */
export const withoutOpening = {
  uploader: 'allowed',
  other: 'allowed',
  dead: 'allowed',
  nobody: 'allowed',
} as const;

/** Without an account nobody creates shares, unless the instance allows it. */
export const membersOnly = {
  uploader: 'share_anonymous_disabled',
  visitor: 'share_anonymous_disabled',
  dead: 'session_expired',
  nobody: 'share_anonymous_disabled',
} as const;

/** The same, for programs, which have nowhere to sign in. */
export const keyHoldersOnly = {
  uploader: 'api_key_required',
  visitor: 'api_key_required',
  dead: 'session_expired',
  nobody: 'api_key_required',
} as const;

/** Data of other users does not exist, even for administrators. */
export const ownOnly = { other: 'hidden', admin: 'hidden' } as const;

export const tus = { 'tus-resumable': '1.0.0' };

export function onUpload(parts: RequestParts): RequestRow {
  return {
    share: 'draft',
    exceptions: { ...ownOnly, visitor: 'hidden', dead: 'hidden', nobody: 'hidden' },
    build: (cell) => ({ params: { uploadId: cell.share.uploadId }, ...parts }),
  };
}

export function onReverseShare(json?: unknown): RequestRow {
  return {
    exceptions: ownOnly,
    async build({ world, owner }) {
      const { id } = await world.reverseShare(owner);
      return { params: { id }, ...(json !== undefined && { json }) };
    },
  };
}

export function onWebhook(json?: unknown): RequestRow {
  return {
    async build({ world }) {
      const { id } = await world.keptWebhook();
      return { params: { id }, ...(json !== undefined && { json }) };
    },
  };
}

const boundary = 'b'.repeat(30);

export const noPicture: RequestParts = {
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  body: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nno picture\r\n--${boundary}--\r\n`,
};

export const newPassword = 'another long horse';
export const code = { code: '123456' };

export function newAccount(world: World, password: string) {
  const username = world.nextName();
  return { username, email: `${username}@example.org`, password };
}

import * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import { type ReverseShareId, ShareKey, type UserId } from '#sdk/contract/formats/primitives.js';
import type { ShareSort } from '#sdk/contract/shares/inputs.js';
import type { ShareState } from '#sdk/contract/shares.js';
import type { Clock } from '../../crypto/clock.ts';
import { foldText } from '../../db/fold-text.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { ShareFilter, ShareListRepo } from './repos/list-repo.ts';
import type { OwnedShare, ShareRecord, SortOrder, SortPosition, SortValue } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ shareLists: ShareListRepo }>;
  clock: Clock;
}

export interface ShareListInput {
  cursor?: string | undefined;
  limit: number;
  state?: ShareState | undefined;
  search?: string | undefined;
  sort: ShareSort;
  order: 'asc' | 'desc';
  received?: 'true' | undefined;
}

interface Page<T> {
  shares: T[];
  nextCursor: string | null;
}

/**
 * Lists shares in pages that stay correct while shares are added and deleted: each page begins after the last share of
 * the previous one, not at an offset.
 */
export interface ShareList {
  /**
   * Lists the shares that a user has made or received. A share that others are still sending is listed only under its
   * reverse share: it already uses the owner's storage.
   *
   * @throws AppError `malformed_request`
   */
  listOwn(
    ownerId: UserId,
    input: ShareListInput & { reverseShare?: ReverseShareId | undefined },
  ): Promise<Page<ShareRecord>>;
  /**
   * Lists the shares of all users, including drafts.
   *
   * @throws AppError `malformed_request`
   */
  listAll(input: ShareListInput & { owner?: UserId | undefined }): Promise<Page<OwnedShare>>;
}

type Whose = Pick<ShareFilter, 'ownerId' | 'reverseShareId' | 'hidesReceivedDrafts'>;

export function createShareList({ uow, clock }: Deps): ShareList {
  async function list(
    { cursor, limit, state, search, sort, order, received }: ShareListInput,
    whose: Whose,
  ): Promise<Page<ShareRecord>> {
    const found = await uow.read.shareLists.list({
      filter: {
        ...whose,
        state,
        isReceived: received === 'true',
        search: search === undefined ? undefined : foldText(search),
        now: clock.now(),
      },
      sort,
      order,
      after: cursor === undefined ? undefined : readCursor(cursor, { sort, order }),
      limit: limit + 1,
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      shares: page.map(({ share }) => share),
      nextCursor:
        found.length > limit && last
          ? writeCursor({ sort, order }, { value: last.value, key: last.share.key })
          : null,
    };
  }

  return {
    listOwn: (ownerId, { reverseShare, ...input }) =>
      list(input, {
        ownerId,
        reverseShareId: reverseShare,
        hidesReceivedDrafts: reverseShare === undefined,
      }),

    async listAll({ owner, ...input }) {
      const page = await list(input, { ownerId: owner, hidesReceivedDrafts: false });
      const owners = await uow.read.shareLists.ownersOf(page.shares);
      const findOwner = (id: UserId | null) => (id === null ? null : (owners.get(id) ?? null));
      return { ...page, shares: page.shares.map((share) => ({ share, owner: findOwner(share.ownerId) })) };
    },
  };
}

/** Encodes the last share of a page and the sort order, because the position is only valid in that order. */
function writeCursor({ sort, order }: SortOrder, { value, key }: SortPosition): string {
  return Buffer.from(JSON.stringify([sort, order, value, key])).toString('base64url');
}

/** @throws AppError `malformed_request` */
function readCursor(cursor: string, { sort, order }: SortOrder): SortPosition {
  const Value: z.ZodMiniType<SortValue> = sort === 'name' ? z.string() : z.int().check(z.minimum(0));
  const Position = z.tuple([z.literal(sort), z.literal(order), Value, ShareKey]);
  const result = z.safeParse(Position, parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!result.success) throw new AppError('malformed_request');
  const [, , value, key] = result.data;
  return { value, key };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('malformed_request', undefined, { cause: error });
  }
}

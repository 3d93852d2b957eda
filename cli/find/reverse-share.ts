import { AppError } from '#sdk/contract/errors.js';
import { ReverseShareId } from '#sdk/contract/formats/primitives.js';
import type { ReverseShare, ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import type { OwnerShare } from '#sdk/contract/shares.js';
import type { CurrentUser } from '#sdk/contract/users.js';
import { type AnyReverseShareLink, collect, paginate, parseAnyReverseShareLink } from '#sdk/index.js';
import type { Client, Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { forTerminal } from '../io/output.ts';
import { type Connection, connect } from '../server/connect.ts';

interface ReverseShareFilter {
  search?: string | undefined;
  /** Maximum number of reverse shares; all by default. */
  limit?: number;
}

/** The reverse shares of the caller, newest first. */
export function listReverseShares(
  client: Client,
  { search, limit }: ReverseShareFilter,
): Promise<ReverseShare[]> {
  const pages = paginate(
    'reverseShares',
    (page) => client.reverseShares.list({ query: { search, ...page } }),
    { limit },
  );
  return collect(pages);
}

/**
 * Finds the caller's reverse share with exactly this link, id or name; it never guesses.
 *
 * @throws CliError `notFound`; `usage` when several have the name
 */
export async function findReverseShare(client: Client, reference: string): Promise<ReverseShare> {
  const id = ReverseShareId.safeParse(reference);
  if (id.success) return ownOr(client.reverseShares.get({ params: { id: id.data } }), reference);
  const link = readReverseShareLink(reference);
  const token = link && (link.token ?? (await ownOr(client.resolveReverseShareLink(reference), reference)));
  const all = await listReverseShares(client, {});
  const [only, ...others] = all.filter(({ name, url }) =>
    token === null ? name === reference : readReverseShareLink(url)?.token === token,
  );
  if (!only) throw notFound(reference);
  if (others.length === 0) return only;
  const ids = [only, ...others].map((found) => found.id);
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.reverse_share_ambiguous',
    params: { name: reference },
    hint: { key: 'cli.hints.reverse_share_ambiguous' },
    details: { ids },
  });
}

/** Explains a refusal to the owner. The server's own text is for senders, who were given a link by somebody else. */
async function ownOr<T>(request: Promise<T>, reference: string): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw error instanceof AppError && error.code === 'reverse_share_not_found' ? notFound(reference) : error;
  }
}

/** It has the code of the server's error, which scripts know. */
function notFound(reference: string): CliError {
  return new CliError({
    exit: 'notFound',
    key: 'cli.errors.reverse_share_not_found',
    params: { name: forTerminal(reference) },
    hint: { key: 'cli.hints.own_reverse_share_not_found' },
    details: { argument: reference },
  });
}

export interface LocatedReverseShare extends Connection {
  reverseShare: ReverseShare;
}

/** The same on the server that the link names, if it is one. */
export async function locateReverseShare(context: Context, reference: string): Promise<LocatedReverseShare> {
  const connection = await connect(context, readReverseShareLink(reference)?.baseUrl ?? null);
  return { ...connection, reverseShare: await findReverseShare(connection.client, reference) };
}

interface FollowedLink extends Connection {
  reverseShareToken: string;
}

/** Connects to the server of a link, also of one that another program has made, and finds the token that it leads to. */
export async function followReverseShareLink(context: Context, link: string): Promise<FollowedLink> {
  const { token, baseUrl } = parseAnyReverseShareLink(link);
  const connection = await connect(context, baseUrl);
  return {
    ...connection,
    reverseShareToken: token ?? (await connection.client.resolveReverseShareLink(link)),
  };
}

/** Whether these files would be for the caller, who may protect them with a password; others may not. */
export function isForCaller(
  { owner }: Pick<ReverseShareInvitation, 'owner'>,
  user: Pick<CurrentUser, 'username'> | null,
): boolean {
  return user?.username === owner;
}

/** Returns null if the text is not a link. */
export function readReverseShareLink(reference: string): AnyReverseShareLink | null {
  try {
    return parseAnyReverseShareLink(reference);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The shares received through a reverse share, oldest first. */
export function listReceived(client: Client, { id }: Pick<ReverseShare, 'id'>): Promise<OwnerShare[]> {
  const query = { reverseShare: id, sort: 'createdAt', order: 'asc' } as const;
  return collect(paginate('shares', (page) => client.shares.list({ query: { ...query, ...page } })));
}

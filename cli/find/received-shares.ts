import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { collect, paginate } from '#sdk/index.js';
import type { Client } from '../context.ts';

/** The shares that came in by a reverse share, the oldest first. */
export function listReceived(client: Client, { id }: Pick<ReverseShare, 'id'>): Promise<OwnerShare[]> {
  const query = { reverseShare: id, sort: 'createdAt', order: 'asc' } as const;
  return collect(paginate('shares', (page) => client.shares.list({ query: { ...query, ...page } })));
}

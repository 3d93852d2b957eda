import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import type { OwnerShare } from '#sdk/contract/shares.js';
import type { Client } from '../context.ts';
import { collectItems } from './pages.ts';

/** The shares that came in by a reverse share, the oldest first. */
export function listReceived(client: Client, { id }: Pick<ReverseShare, 'id'>): Promise<OwnerShare[]> {
  return collectItems<OwnerShare>(async (position) => {
    const query = { reverseShare: id, sort: 'createdAt', order: 'asc', ...position } as const;
    const { shares, nextCursor } = await client.shares.list({ query });
    return { items: shares, nextCursor };
  });
}

import type { OwnerShare } from '#sdk/contract/shares.js';

/** The name of a share, or its ID if it has none. */
export function titleOf(share: OwnerShare): string {
  return share.name ?? share.id;
}

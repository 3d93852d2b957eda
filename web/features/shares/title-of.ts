import type { OwnerShare } from '#sdk/contract/shares.js';

/** Not every share has a name; its link always tells it apart. */
export function titleOf(share: OwnerShare): string {
  return share.name ?? share.id;
}

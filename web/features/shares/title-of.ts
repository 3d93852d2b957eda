import { nameOfPath } from '#sdk/contract/formats/paths.js';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { rememberedFileOf } from '../../uploading/summary-store.ts';

/** The name of a share; without one the first file of a draft that this browser has begun, else the ID. */
export function titleOf(share: OwnerShare): string {
  const firstPath = share.name === null && share.state === 'draft' ? rememberedFileOf(share.id) : null;
  return share.name ?? (firstPath === null ? share.id : nameOfPath(firstPath));
}

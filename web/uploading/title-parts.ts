import { nameOfPath } from '#sdk/contract/formats/paths.js';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { rememberedFileOf } from './summary-store.ts';

type Titled = Pick<OwnerShare, 'id' | 'name' | 'cover' | 'fileCount'> &
  Partial<Pick<OwnerShare, 'state' | 'arriving'>>;

/**
 * What a share is called on every page of its owner: by its name; without one, by one of its files and the number of
 * the others; without files, by its ID.
 */
export function titlePartsOf(share: Titled): { name: string; more: number } {
  if (share.name !== null) return { name: share.name, more: 0 };
  const firstPath = share.state === 'draft' ? rememberedFileOf(share.id) : null;
  const arrivingPath = share.cover.length === 0 ? share.arriving?.firstPath : null;
  const path = firstPath ?? arrivingPath ?? null;
  const fileName = path === null ? share.cover[0]?.name : nameOfPath(path);
  return fileName === undefined
    ? { name: share.id, more: 0 }
    : { name: fileName, more: Math.max(0, share.fileCount - 1) };
}

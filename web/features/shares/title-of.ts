import { nameOfPath } from '#sdk/contract/formats/paths.js';
import type { OwnerShare } from '#sdk/contract/shares.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { rememberedFileOf } from '../../uploading/summary-store.ts';

/** The name of a share; without one it is called by one of its files, and without files by its ID. */
export function titleOf({ t }: Translator, share: OwnerShare): string {
  const { name, more } = titlePartsOf(share);
  return more > 0 ? t('web.shares.titleOfFiles', { name, count: more }) : name;
}

/** The title where it may have to be shortened: the number of further files must stay readable. */
export function titlePartsOf(share: OwnerShare): { name: string; more: number } {
  if (share.name !== null) return { name: share.name, more: 0 };
  const firstPath = share.state === 'draft' ? rememberedFileOf(share.id) : null;
  const arrivingPath = share.cover.length === 0 ? share.arriving?.firstPath : null;
  const path = firstPath ?? arrivingPath ?? null;
  const fileName = path === null ? share.cover[0]?.name : nameOfPath(path);
  return fileName === undefined
    ? { name: share.id, more: 0 }
    : { name: fileName, more: Math.max(0, share.fileCount - 1) };
}

import { nameOfPath } from '#sdk/contract/formats/paths.js';
import type { OwnerShare } from '#sdk/contract/shares.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { rememberedFileOf } from '../../uploading/summary-store.ts';

/** The name of a share; without one it is called by one of its files, and without files by its ID. */
export function titleOf({ t }: Translator, share: OwnerShare): string {
  if (share.name !== null) return share.name;
  const firstPath = share.state === 'draft' ? rememberedFileOf(share.id) : null;
  const arrivingPath = share.cover.length === 0 ? share.arriving?.firstPath : null;
  const path = firstPath ?? arrivingPath ?? null;
  const fileName = path === null ? share.cover[0]?.name : nameOfPath(path);
  if (fileName === undefined) return share.id;
  const count = share.fileCount - 1;
  return count > 0 ? t('web.shares.titleOfFiles', { name: fileName, count }) : fileName;
}

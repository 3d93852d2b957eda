import type { OwnerShare } from '#sdk/contract/shares.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { titlePartsOf } from '../../uploading/title-parts.ts';

/** The title of a share, with the number of further files if it has no name. */
export function titleOf({ t }: Translator, share: OwnerShare): string {
  const { name, more } = titlePartsOf(share);
  return more > 0 ? t('web.shares.titleOfFiles', { name, count: more }) : name;
}

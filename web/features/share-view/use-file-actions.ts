import type { ShareFile } from '#sdk/contract/files.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import type { PopupMenuItem } from '../../ui/PopupMenu.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import type { ListedShare } from './listed-share.ts';
import { usePreviewLink } from './preview-address.ts';

/** The menu of a file. */
export function useFileActions(share: ListedShare, file: ShareFile): readonly PopupMenuItem[] {
  const { t } = useTranslator();
  const copy = useCopy();
  const { open } = usePreviewLink(file.path);
  const copyLink = () => void copy(client.directUrl(share.id, file.path), t('web.share.directLinkCopied'));
  const copyHash = () => void copy(file.sha256, t('web.share.hashCopied'));
  return [
    { key: 'details', label: t('web.share.showFile'), onSelect: open },
    ...(share.hasDirectLinks
      ? [{ key: 'link', label: t('web.share.copyDirectLink'), onSelect: copyLink }]
      : []),
    { key: 'hash', label: t('web.share.copyHash'), onSelect: copyHash },
  ];
}

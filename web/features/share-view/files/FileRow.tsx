import { Download as downloadIcon, EllipsisVertical as ellipsisVerticalIcon } from 'lucide';
import { memo } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import { useFormat, useTranslator } from '../../../lib/i18n.tsx';
import { client } from '../../../lib/sdk.ts';
import { FileTile } from '../../../ui/files/FileTile.tsx';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { MenuButton } from '../../../ui/navigation/MenuButton.tsx';
import type { PopupMenuItem } from '../../../ui/navigation/PopupMenu.tsx';
import { pictureOf } from '../pictures.ts';
import type { Selection } from './create-selection.tsx';
import { EntryRow, NameCell, type Place, PlainName, SizeCell } from './EntryRow.tsx';
import { parentOf } from './file-tree.ts';
import type { ListedShare } from './listed-share.ts';
import { type PreviewLink, usePreviewLink } from './preview-address.ts';

interface Props extends Place {
  share: ListedShare;
  file: ShareFile;
  /** The list has files of several folders */
  showsFolder: boolean;
  selection: Selection | undefined;
}

/** Rendered again only when something about it has changed: scrolling adds rows, and leaves the others alone. */
export const FileRow = memo(function FileRow({ share, file, showsFolder, selection, ...place }: Props) {
  const { t } = useTranslator();
  const size = useFormat().bytes(file.size);
  const notes = [showsFolder && parentOf(file.path), file.held && t(`web.share.held.${file.held}`)];
  const isSelected = selection?.has(file.path);
  const preview = usePreviewLink(file.path);
  return (
    <EntryRow {...place} path={file.path} isSelected={isSelected}>
      <NameCell
        tile={<FileTile name={file.name} picture={pictureOf(share.id, file, 'small')} />}
        note={notes.filter(Boolean).join(' · ') || undefined}
        size={size}
        mark={selection?.mark(file.path, file.name)}
      >
        <FileName shareId={share.id} file={file} link={selection || file.held ? undefined : preview.link} />
      </NameCell>
      <SizeCell>{size}</SizeCell>
      <div role="cell" className="tools">
        {!selection && <FileButtons share={share} file={file} open={preview.open} />}
      </div>
    </EntryRow>
  );
});

interface NameProps {
  shareId: string;
  file: ShareFile;
  /** Missing while the name is no link */
  link: PreviewLink | undefined;
}

/** Opens what the page can show, and downloads everything else. */
function FileName({ shareId, file, link }: NameProps) {
  if (!link) return <PlainName>{file.name}</PlainName>;
  const target = file.preview === null ? { href: client.fileUrl(shareId, file.id), download: true } : link;
  return (
    <a {...target} title={file.name} className="name">
      {file.name}
    </a>
  );
}

interface ActionProps {
  share: ListedShare;
  file: ShareFile;
  /** Opens its preview. */
  open(): void;
}

function FileButtons({ share, file, open }: ActionProps) {
  const { t } = useTranslator();
  const items = useFileActions({ share, file, open });
  return (
    <>
      <MenuButton label={t('web.share.fileActions', { name: file.name })} items={items} className="tool">
        <Icon icon={ellipsisVerticalIcon} size={22} />
      </MenuButton>
      <a
        {...(file.held
          ? { role: 'link', 'aria-disabled': true }
          : { href: client.fileUrl(share.id, file.id), download: true })}
        aria-label={t('web.share.downloadFile', { name: file.name })}
        className="tool"
      >
        <Icon icon={downloadIcon} size={22} />
      </a>
    </>
  );
}

/** The menu of a file. */
function useFileActions({ share, file, open }: ActionProps): readonly PopupMenuItem[] {
  const { t } = useTranslator();
  const link = {
    value: client.directUrl(share.id, file.path),
    doneMessage: t('web.share.directLinkCopied'),
  };
  const hash = { value: file.sha256, doneMessage: t('web.share.hashCopied') };
  return [
    { key: 'details', label: t('web.share.showFile'), onSelect: open },
    ...(share.hasDirectLinks ? [{ key: 'link', label: t('web.share.copyDirectLink'), copy: link }] : []),
    { key: 'hash', label: t('web.share.copyHash'), copy: hash },
  ];
}

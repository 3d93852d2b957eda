import Box from '@mui/material/Box';
import { Folder as folderIcon } from 'lucide';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ShareFile } from '#sdk/contract/files.js';
import { useFormat } from '../../../lib/i18n.tsx';
import { client } from '../../../lib/sdk.ts';
import { fileTypeOf, typeIcons } from '../../../ui/files/file-type.ts';
import { useInViewport } from '../../../ui/hooks/use-in-viewport.ts';
import { Icon } from '../../../ui/icons/Icon.tsx';
import type { Entry } from './file-tree.ts';
import type { ListedShare } from './listed-share.ts';
import { folderAddress, usePreviewLink } from './preview-address.ts';
import { SelectCheckbox } from './SelectCheckbox.tsx';
import { largestPicture, thumbnailOf } from './thumbnails.ts';
import type { Selection } from './use-selection.ts';

interface Props {
  share: ListedShare;
  entry: Entry;
  selection: Selection | undefined;
}

export function GalleryTile({ share, entry, selection }: Props) {
  const format = useFormat();
  const isSelected = selection ? isChecked(entry, selection) : false;
  return (
    <Box sx={{ ...tileStyle, '& > .picture': { ...pictureStyle, ...(isSelected && selectedStyle) } }}>
      <Box className="picture">
        {entry.kind === 'folder' ? (
          <Icon icon={folderIcon} size={44} />
        ) : (
          <Thumbnail key={entry.file.id} shareId={share.id} file={entry.file} />
        )}
      </Box>
      {selection && (
        <Box sx={tickStyle}>
          <SelectCheckbox
            name={entry.name}
            isSelected={isSelected}
            onToggle={() => toggle(entry, selection)}
          />
        </Box>
      )}
      {selection ? (
        <Box sx={nameStyle}>{entry.name}</Box>
      ) : (
        <TileLink shareId={share.id} entry={entry}>
          {entry.name}
        </TileLink>
      )}
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{format.bytes(entry.size)}</Box>
    </Box>
  );
}

function isChecked(entry: Entry, selection: Selection): boolean {
  return entry.kind === 'folder' ? selection.hasFolder(entry.path) : selection.has(entry.file);
}

function toggle(entry: Entry, selection: Selection): void {
  if (entry.kind === 'folder') selection.toggleFolder(entry.path);
  else selection.toggle(entry.file);
}

function TileLink({ shareId, entry, children }: { shareId: string; entry: Entry; children: ReactNode }) {
  const preview = usePreviewLink(entry.path);
  const style = { ...nameStyle, ...coveringStyle };
  if (entry.kind === 'file' && entry.file.preview === null) {
    return (
      <Box component="a" href={client.fileUrl(shareId, entry.file.id)} download sx={style}>
        {children}
      </Box>
    );
  }
  const target =
    entry.kind === 'folder' ? { to: folderAddress(entry.path) } : { to: preview.to, state: preview.state };
  return (
    <Box component={Link} {...target} sx={style}>
      {children}
    </Box>
  );
}

const tileStyle = { position: 'relative', display: 'flex', flexDirection: 'column', height: '100%' } as const;

const pictureStyle = {
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  flex: 1,
  minHeight: 0,
  mb: 0.75,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.2,
  bgcolor: 'background.paper',
  color: 'text.secondary',
  overflow: 'hidden',
} as const;

const selectedStyle = {
  outline: '3px solid',
  outlineColor: 'var(--fs-palette-primary-main)',
  outlineOffset: -3,
} as const;

/** The tick is in the corner of the picture and takes no space from it. */
const tickStyle = {
  order: -1,
  height: 0,
  '& > label': { m: 0.5 },
  '& input': { position: 'relative' },
} as const;

const nameStyle = {
  typography: 'body2',
  fontWeight: 550,
  color: 'text.primary',
  textDecoration: 'none',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  flex: 'none',
} as const;

const coveringStyle = {
  '&::before': { content: '""', position: 'absolute', inset: 0, borderRadius: '12px' },
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '0.2em' },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::before': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;

/** The visible tiles come first, then those within a quarter of the screen. */
const nearby = '25% 0%';

/** A small picture, or an icon if the file is not a picture, too large or unreadable. */
function Thumbnail({ shareId, file }: { shareId: string; file: ShareFile }) {
  const [address, setAddress] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  const canShow = file.preview === 'image' && file.size <= largestPicture;
  const url = client.fileUrl(shareId, file.id, { inline: true });
  const load = useCallback(
    (signal: AbortSignal) => {
      if (!canShow) return;
      thumbnailOf(url, signal).then(
        (made) => !signal.aborted && setAddress(made),
        () => undefined,
      );
    },
    [url, canShow],
  );
  useInViewport(place, load, nearby);
  if (address === undefined) {
    return (
      <Box ref={place} sx={{ display: 'grid' }}>
        <Icon icon={typeIcons[fileTypeOf(file.name)]} size={40} />
      </Box>
    );
  }
  return (
    <Box
      component="img"
      src={address}
      alt=""
      sx={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block' }}
    />
  );
}

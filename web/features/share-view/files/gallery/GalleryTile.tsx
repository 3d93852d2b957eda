import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { client } from '../../../../lib/sdk.ts';
import { FileTile } from '../../../../ui/files/FileTile.tsx';
import { FilmMark } from '../../../../ui/files/FilmMark.tsx';
import { cropOf, fileTypeOf } from '../../../../ui/files/file-type.ts';
import { huesOf, pictureOf } from '../../pictures.ts';
import type { Selection } from '../create-selection.tsx';
import type { Entry } from '../file-tree.ts';
import type { ListedShare } from '../listed-share.ts';
import { folderAddress, usePreviewLink } from '../preview-address.ts';

interface Props {
  share: ListedShare;
  entry: Entry;
  selection: Selection | undefined;
}

export function GalleryTile({ share, entry, selection }: Props) {
  const isSelected = selection?.has(entry.path) ?? false;
  const picture = entry.kind === 'file' ? pictureOf(share.id, entry.file, 'small') : undefined;
  const hue = entry.kind === 'file' && picture !== undefined ? huesOf(entry.file)[0] : undefined;
  const name = picture === undefined ? <>{entry.name}</> : <span>{entry.name}</span>;
  const nameSx = picture === undefined ? plainNameStyle : captionStyle;
  return (
    <Box
      data-file={entry.path}
      sx={[
        tileStyle,
        hue !== undefined && {
          '--hue': hue,
          bgcolor: 'light-dark(oklch(0.88 0.04 var(--hue)), oklch(0.3 0.04 var(--hue)))',
        },
        isSelected && selectedStyle,
      ]}
    >
      {picture === undefined ? (
        <FileTile name={entry.name} {...(entry.kind === 'folder' && { type: 'folder' as const })} size={56} />
      ) : (
        <>
          <img src={picture} alt="" loading="lazy" decoding="async" style={cropOf(fileTypeOf(entry.name))} />
          {fileTypeOf(entry.name) === 'film' && <FilmMark size={30} />}
        </>
      )}
      {selection && <Box sx={tickStyle}>{selection.mark(entry.path, entry.name)}</Box>}
      {selection ? (
        <Box sx={nameSx}>{name}</Box>
      ) : (
        <TileLink shareId={share.id} entry={entry} sx={nameSx}>
          {name}
        </TileLink>
      )}
    </Box>
  );
}

interface LinkProps {
  shareId: string;
  entry: Entry;
  sx: object;
  children: ReactNode;
}

function TileLink({ shareId, entry, sx, children }: LinkProps) {
  const preview = usePreviewLink(entry.path);
  const style = { ...sx, ...coveringStyle };
  if (entry.kind === 'file' && entry.file.held) return <Box sx={style}>{children}</Box>;
  if (entry.kind === 'file' && entry.file.preview === null) {
    return (
      <Box component="a" href={client.fileUrl(shareId, entry.file.id)} download sx={style}>
        {children}
      </Box>
    );
  }
  const target =
    entry.kind === 'folder'
      ? { component: Link, to: folderAddress(entry.path) }
      : { component: 'a', ...preview.link };
  return (
    <Box {...target} sx={style}>
      {children}
    </Box>
  );
}

const tileStyle = {
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  placeContent: 'center',
  gap: 1,
  height: '100%',
  borderRadius: '6px',
  bgcolor: 'paper.sunken',
  overflow: 'hidden',
  '& > img': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    objectFit: 'cover',
    transition: 'transform 400ms cubic-bezier(0.2, 0.8, 0.2, 1)',
  },
  // The caption ends before the mark of a film.
  '&:has(> i) > * > span': { pr: '46px' },
  '&:hover > img': { transform: 'scale(1.03)' },
  '&:hover > * > span, & > a:focus-visible > span': { opacity: 1 },
  '&:has(> a:focus-visible)': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;

const selectedStyle = {
  outline: '3px solid',
  outlineColor: 'var(--fs-palette-primary-main)',
  outlineOffset: -3,
  '& > img': { transform: 'scale(0.94)' },
} as const;

/** The tick is in the corner of the picture. */
const tickStyle = {
  position: 'absolute',
  inset: 0,
  zIndex: 1,
  '& > label': { m: 0.5 },
} as const;

const nameStyle = {
  unicodeBidi: 'plaintext',
  textAlign: 'match-parent',
  maxWidth: '100%',
  fontSize: '0.875rem',
  fontWeight: 560,
  textDecoration: 'none',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

/** Always there where no picture says what the file is. */
const plainNameStyle = { ...nameStyle, px: 1, color: 'text.primary' } as const;

/** Covers the picture; its name is over the lower edge while the pointer or the keyboard is there. */
const captionStyle = {
  position: 'absolute',
  inset: 0,
  display: 'flex',
  alignItems: 'flex-end',
  '& > span': {
    ...nameStyle,
    flex: 1,
    pt: '30px',
    px: 1.5,
    pb: '10px',
    color: '#fff',
    backgroundImage: 'linear-gradient(transparent, rgb(0 0 0 / 62%))',
    opacity: 0,
    transition: 'opacity 180ms',
  },
} as const;

const coveringStyle = {
  '&::before': { content: '""', position: 'absolute', inset: 0 },
  '&:focus-visible': { outline: 'none' },
} as const;

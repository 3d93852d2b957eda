import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { tabularNumbers } from '../../../app/theme.ts';

/** Pixels. All rows have the same height, so that nothing is measured. */
export const fileRowHeight = 64;

/** The columns of header and rows: name, size, actions. On a phone the size is below the name. */
export const entryColumns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 92px', sm: 'minmax(0, 1fr) 110px 96px' },
  columnGap: { xs: 1, sm: 2 },
  alignItems: 'center',
  px: { xs: 1.5, sm: 2.5 },
} as const;

export interface Place {
  rowIndex: number;
  /** Pixels from the top of the list */
  top: number;
}

interface RowProps extends Place {
  /** Where the preview of a file finds its row; missing for a folder */
  path?: string;
  isSelected?: boolean | undefined;
  children: ReactNode;
}

export function EntryRow({ rowIndex, top, path, isSelected, children }: RowProps) {
  return (
    <Box
      role="row"
      aria-rowindex={rowIndex}
      data-file={path}
      aria-selected={isSelected}
      style={{ transform: `translateY(${top}px)` }}
      sx={{
        ...entryColumns,
        position: 'absolute',
        inset: '0 0 auto 0',
        height: fileRowHeight,
        bgcolor: isSelected ? 'action.selected' : undefined,
        '&:not([aria-rowindex="2"])': { borderTop: 1, borderColor: 'divider' },
        '&:hover': { bgcolor: isSelected ? 'action.selected' : 'action.hover' },
      }}
    >
      {children}
    </Box>
  );
}

interface NameProps {
  tile: ReactNode;
  /** Takes the place of the tile. */
  mark?: ReactNode;
  /** Below the name */
  note?: string | undefined;
  /** The size, below the name where it has no column */
  size: string;
  children: ReactNode;
}

export function NameCell({ tile, mark, note, size, children }: NameProps) {
  return (
    <Box
      role="cell"
      sx={{ display: 'flex', alignItems: 'center', gap: { xs: 1.5, sm: 2 }, minWidth: 0, height: '100%' }}
    >
      {mark ?? tile}
      <Box sx={{ display: 'flex', flexDirection: 'column', justifyContent: 'center', minWidth: 0, flex: 1 }}>
        {children}
        <Box sx={{ ...noteStyle, display: { xs: 'block', sm: note === undefined ? 'none' : 'block' } }}>
          <Box component="span" sx={{ display: { sm: 'none' } }}>
            {note === undefined ? size : `${size} · `}
          </Box>
          {note}
        </Box>
      </Box>
    </Box>
  );
}

/** A name that is no link: while files are selected, a click selects them. */
export function PlainName({ children }: { children: string }) {
  return (
    <Box component="span" title={children} sx={{ ...nameStyle, '&::before': undefined }}>
      {children}
    </Box>
  );
}

export function SizeCell({ children }: { children: ReactNode }) {
  return (
    <Box role="cell" sx={sizeStyle}>
      {children}
    </Box>
  );
}

const noteStyle = {
  ...tabularNumbers,
  typography: 'caption',
  color: 'text.secondary',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

const sizeStyle = {
  ...tabularNumbers,
  display: { xs: 'none', sm: 'block' },
  typography: 'body2',
  color: 'text.secondary',
  textAlign: 'end',
  whiteSpace: 'nowrap',
} as const;

/** One line, or two where a line is short: there, files with long names would look alike. */
const nameLines = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: { xs: 'normal', sm: 'nowrap' },
  display: { xs: '-webkit-box', sm: 'block' },
  WebkitLineClamp: '2',
  WebkitBoxOrient: 'vertical',
  overflowWrap: 'anywhere',
  fontSize: { xs: '0.875rem', sm: 'inherit' },
  lineHeight: { xs: 1.25, sm: 'inherit' },
} as const;

/** The link covers its whole row; buttons in the row are above it. */
export const nameStyle = {
  unicodeBidi: 'plaintext',
  textAlign: 'match-parent',
  fontWeight: 550,
  color: 'text.primary',
  textDecoration: 'none',
  ...nameLines,
  '&::before': { content: '""', position: 'absolute', inset: 0 },
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '0.2em' },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::before': {
    outline: '2px solid',
    outlineColor: 'primary.main',
    outlineOffset: -3,
    borderRadius: '12px',
  },
} as const;

import type { ReactNode } from 'react';
import { tabularNumbers } from '../../../app/theme.ts';
import { iconButtonStyle } from '../../../app/theme-components.ts';

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

/** Rows are plain elements, which `rowsStyle` of the list draws: computing styles for each would take most of the time. */
export function EntryRow({ rowIndex, top, path, isSelected, children }: RowProps) {
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      data-file={path}
      aria-selected={isSelected}
      style={{ transform: `translateY(${top}px)` }}
    >
      {children}
    </div>
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
    <div role="cell" className="name-cell">
      {mark ?? tile}
      <div className="texts">
        {children}
        <div className={note === undefined ? 'note only-size' : 'note'}>
          <span>{note === undefined ? size : `${size} · `}</span>
          {note}
        </div>
      </div>
    </div>
  );
}

/** A name that is no link: while files are selected, a click selects them. */
export function PlainName({ children }: { children: string }) {
  return (
    <span title={children} className="name">
      {children}
    </span>
  );
}

export function SizeCell({ children }: { children: ReactNode }) {
  return (
    <div role="cell" className="size">
      {children}
    </div>
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
const linkStyle = {
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

const nameStyle = {
  unicodeBidi: 'plaintext',
  textAlign: 'match-parent',
  fontWeight: 550,
  color: 'text.primary',
  textDecoration: 'none',
  ...nameLines,
} as const;

const toolStyle = {
  ...iconButtonStyle,
  display: 'grid',
  placeItems: 'center',
  p: 0,
  border: 0,
  bgcolor: 'transparent',
  cursor: 'pointer',
  '&[aria-disabled]': { opacity: 0.45, pointerEvents: 'none' },
} as const;

/** What draws all rows of a list */
export const rowsStyle = {
  position: 'relative',
  '& > [role=row]': {
    ...entryColumns,
    position: 'absolute',
    inset: '0 0 auto 0',
    height: fileRowHeight,
    '&:not([aria-rowindex="2"])': { borderTop: 1, borderColor: 'divider' },
    '&:hover': { bgcolor: 'action.hover' },
    '&[aria-selected=true]': { bgcolor: 'action.selected' },
  },
  '& .name-cell': {
    display: 'flex',
    alignItems: 'center',
    gap: { xs: 1.5, sm: 2 },
    minWidth: 0,
    height: '100%',
  },
  '& .texts': { display: 'flex', flexDirection: 'column', justifyContent: 'center', minWidth: 0, flex: 1 },
  '& .name': nameStyle,
  '& a.name': linkStyle,
  '& .note': noteStyle,
  '& .only-size': { display: { sm: 'none' } },
  '& .note > span': { display: { sm: 'none' } },
  '& .size': sizeStyle,
  '& .tools': { display: 'flex', justifyContent: 'end', position: 'relative', mr: -1 },
  '& .tool': toolStyle,
  // Below each other with the buttons of files
  '& .chevron': { px: 1.5, color: 'text.secondary' },
} as const;

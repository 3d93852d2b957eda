import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { layout } from '../../app/theme.ts';

interface Props {
  /** For screen readers */
  label: string;
  links: readonly { path: string; text: string }[];
  /** On wide screens they stand below each other. */
  isColumn?: boolean;
}

/** Links to the parts of a page, in one row that scrolls where it is too long; the current one is marked. */
export function TabLinks({ label, links, isColumn = false }: Props) {
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>(`[href="${CSS.escape(pathname)}"]`);
    if (!row.current || !current) return;
    row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <Box component="nav" aria-label={label} ref={row} sx={[rowStyle, isColumn && columnStyle]}>
      {links.map(({ path, text }) => (
        <Box key={path} component={NavLink} to={path} end sx={[linkStyle, isColumn && columnLinkStyle]}>
          {text}
        </Box>
      ))}
    </Box>
  );
}

/** The far end fades out, so that it shows that there is more; the last link can be scrolled out of the fading part. */
const rowStyle = {
  position: 'relative',
  display: 'flex',
  gap: 0.25,
  minWidth: 0,
  mx: -1.5,
  pr: { xs: 3, md: 0 },
  overflowX: 'auto',
  scrollbarWidth: 'none',
  scrollPaddingInline: '32px',
  maskImage: { xs: 'linear-gradient(to right, #000 calc(100% - 28px), transparent)', md: 'none' },
} as const;

const columnStyle = { flexDirection: { md: 'column' }, mx: { xs: -1.5, md: -1.75 } } as const;

const linkStyle = {
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  minHeight: layout.touchTarget,
  px: 1.5,
  borderRadius: 1,
  color: 'text.secondary',
  fontWeight: 560,
  fontSize: '0.875rem',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:hover': { color: 'text.primary' },
  '&:focus-visible': { outlineOffset: '-3px' },
  '&.active': {
    color: 'text.primary',
    background:
      'linear-gradient(var(--fs-palette-primary-main) 0 0) 12px 100% / calc(100% - 24px) 2px no-repeat',
  },
} as const;

const columnLinkStyle = {
  px: { md: 1.75 },
  '&:hover': { color: 'text.primary', bgcolor: { md: 'action.hover' } },
  '&.active': {
    color: 'text.primary',
    background: {
      xs: 'linear-gradient(var(--fs-palette-primary-main) 0 0) 12px 100% / calc(100% - 24px) 2px no-repeat',
      md: 'var(--fs-palette-action-hover)',
    },
  },
} as const;

import Box from '@mui/material/Box';
import type { SxProps } from '@mui/material/styles';
import { NavLink } from 'react-router';
import { layout } from '../../app/theme.ts';

interface Props {
  /** For screen readers */
  label: string;
  links: readonly { path: string; text: string }[];
  /** The layout of the links */
  sx: SxProps;
}

/** Links to the parts of a page; the current one is marked. */
export function TabLinks({ label, links, sx }: Props) {
  return (
    <Box component="nav" aria-label={label} sx={sx}>
      {links.map(({ path, text }) => (
        <Box key={path} component={NavLink} to={path} end sx={linkStyle}>
          {text}
        </Box>
      ))}
    </Box>
  );
}

const linkStyle = {
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  minHeight: layout.touchTarget,
  px: { xs: 1.25, md: 1.75 },
  borderRadius: 1,
  color: 'text.secondary',
  fontWeight: 520,
  fontSize: '0.9375rem',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
  '&.active': { color: 'text.primary', bgcolor: 'action.selected' },
} as const;

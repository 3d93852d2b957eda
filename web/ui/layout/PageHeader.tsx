import { mdiChevronLeft } from '@mdi/js';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../icons/Icon.tsx';

interface Props {
  title: string;
  /** The page above this one */
  parent?: { path: string; label: string };
  /** Search and buttons */
  children?: ReactNode;
}

/** The name of a page with what can be done on all of it. */
export function PageHeader({ title, parent, children }: Props) {
  return (
    <Box>
      {parent && (
        <Box component={Link} to={parent.path} sx={parentStyle}>
          <Icon path={mdiChevronLeft} size={20} />
          {parent.label}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Typography variant="h2" component="h1" sx={{ mr: 'auto' }}>
          {title}
        </Typography>
        {children}
      </Box>
    </Box>
  );
}

const parentStyle = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 0.25,
  minHeight: 44,
  ml: -0.75,
  pr: 1,
  color: 'text.secondary',
  fontSize: '0.9375rem',
  textDecoration: 'none',
  '&:hover': { color: 'text.primary', textDecoration: 'underline' },
} as const;

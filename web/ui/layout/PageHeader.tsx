import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { BackLink } from '../navigation/BackLink.tsx';

interface Props {
  title: string;
  /** The page above this one */
  parent?: { path: string; label: string };
  /** Search and buttons */
  children?: ReactNode;
}

/** The title of a page, with its search and buttons. */
export function PageHeader({ title, parent, children }: Props) {
  return (
    <Box>
      {parent && <BackLink path={parent.path} label={parent.label} sx={{ ml: -0.75 }} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Typography variant="h1" sx={{ mr: 'auto' }}>
          {title}
        </Typography>
        {children}
      </Box>
    </Box>
  );
}

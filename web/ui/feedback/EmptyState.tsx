import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';

interface Props {
  icon: IconNode;
  title: string;
  text: string;
  /** A button for the next step */
  children?: ReactNode;
}

/** Takes the place of a list that has nothing to show: why that is, and what to do about it. */
export function EmptyState({ icon, title, text, children }: Props) {
  return (
    <Box sx={frameStyle}>
      <Icon icon={icon} size={40} sx={{ color: 'text.secondary', mb: 1 }} />
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      <Box role="status" sx={{ color: 'text.secondary', maxWidth: 440, mb: 2 }}>
        {text}
      </Box>
      {children}
    </Box>
  );
}

const frameStyle = {
  display: 'grid',
  justifyItems: 'center',
  gap: 1,
  px: 3,
  py: { xs: 6, sm: 10 },
  textAlign: 'center',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.8,
  bgcolor: 'background.paper',
} as const;

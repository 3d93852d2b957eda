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
      <BlankPrints icon={icon} />
      <Typography variant="h2">{title}</Typography>
      <Box role="status" sx={{ color: 'text.secondary', maxWidth: '40ch', mb: 2 }}>
        {text}
      </Box>
      {children}
    </Box>
  );
}

/** Paper without pictures. */
function BlankPrints({ icon }: Pick<Props, 'icon'>) {
  return (
    <Box aria-hidden sx={printsStyle}>
      <i />
      <i />
      <i>
        <Icon icon={icon} size={28} />
      </i>
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
  borderRadius: 2,
  bgcolor: 'background.paper',
} as const;

const printsStyle = {
  position: 'relative',
  width: 168,
  height: 112,
  mb: 2,
  '& > i': {
    position: 'absolute',
    display: 'grid',
    placeItems: 'center',
    left: 8,
    top: 14,
    width: 76,
    height: 88,
    borderRadius: '3px',
    border: '6px solid',
    borderColor: 'paper.print',
    bgcolor: 'paper.well',
    color: 'text.secondary',
    boxShadow: 'var(--fs-shadow-print)',
    transform: 'rotate(-9deg)',
  },
  '& > i:nth-of-type(2)': { left: 84, top: 10, transform: 'rotate(8deg)' },
  '& > i:nth-of-type(3)': {
    left: 36,
    top: 18,
    width: 96,
    height: 78,
    bgcolor: 'paper.sunken',
    transform: 'rotate(-1.5deg)',
  },
} as const;

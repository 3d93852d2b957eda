import Box from '@mui/material/Box';
import type { SxProps } from '@mui/material/styles';
import { ChevronLeft as chevronLeftIcon } from 'lucide';
import { Link } from 'react-router';
import { layout } from '../../app/theme.ts';
import { Icon } from '../icons/Icon.tsx';

interface Props {
  path: string;
  label: string;
  sx?: SxProps;
}

/** A link to the page above this one. */
export function BackLink({ path, label, sx = {} }: Props) {
  return (
    <Box component={Link} to={path} sx={[linkStyle, sx].flat()}>
      <Icon icon={chevronLeftIcon} size={20} isDirectional />
      {label}
    </Box>
  );
}

const linkStyle = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 0.25,
  minHeight: layout.touchTarget,
  pr: 1,
  color: 'text.secondary',
  fontSize: '0.9375rem',
  textDecoration: 'none',
  '&:hover': { color: 'text.primary', textDecoration: 'underline' },
} as const;

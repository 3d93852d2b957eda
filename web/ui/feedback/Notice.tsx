import Box from '@mui/material/Box';
import {
  CircleAlert as circleAlertIcon,
  CircleCheck as circleCheckIcon,
  CloudOff as cloudOffIcon,
  Info as infoIcon,
} from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';

interface Props {
  /** `waiting`: something stands still, and goes on by itself. */
  tone?: keyof typeof looks;
  children: ReactNode;
}

const looks = {
  success: { icon: circleCheckIcon, fill: 'success.light', ink: 'success.main' },
  waiting: { icon: cloudOffIcon, fill: 'warning.light', ink: 'warning.main' },
  error: { icon: circleAlertIcon, fill: 'error.light', ink: 'error.main' },
  info: { icon: infoIcon, fill: 'paper.sunken', ink: 'text.secondary' },
} as const;

/** A message on the page itself. Screen readers announce it when it appears. */
export function Notice({ tone = 'info', children }: Props) {
  const { icon, fill, ink } = looks[tone];
  return (
    <Box
      role={tone === 'error' ? 'alert' : 'status'}
      sx={{
        display: 'flex',
        gap: 1.25,
        px: 2,
        py: 1.5,
        borderRadius: 1.2,
        bgcolor: fill,
        color: 'text.primary',
        typography: 'body2',
        whiteSpace: 'pre-line',
      }}
    >
      <Icon icon={icon} size={20} sx={{ color: ink }} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
    </Box>
  );
}

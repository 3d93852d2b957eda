import Box from '@mui/material/Box';
import { CircleAlert as circleAlertIcon } from 'lucide';
import type { ReactNode } from 'react';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../icons/Icon.tsx';

/** An error that concerns a whole form or list. It stays until the next try. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <Box
      role="alert"
      sx={{
        display: 'flex',
        gap: 1.25,
        px: 2,
        py: 1.5,
        borderRadius: 1.2,
        bgcolor: 'error.light',
        color: 'text.primary',
        typography: 'body2',
        whiteSpace: 'pre-line',
      }}
    >
      <Icon icon={circleAlertIcon} size={20} sx={{ color: 'error.main' }} />
      <Box sx={{ minWidth: 0 }}>{children}</Box>
    </Box>
  );
}

/** The text of a request's error; nothing while there is no error. */
export function RequestError({ error }: { error: unknown }) {
  const translator = useTranslator();
  if (error === null || error === undefined) return null;
  return <FormError>{describeError(translator, error)}</FormError>;
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { SetupSteps } from './SetupSteps.tsx';

interface Props {
  step: number;
  title: MessageKey;
  text: MessageKey;
  children: ReactNode;
}

/** Where one is, what it is about, and the form. */
export function SetupFrame({ step, title, text, children }: Props) {
  const { t } = useTranslator();
  return (
    <Box sx={{ width: '100%', maxWidth: 520, mx: 'auto', my: 'auto' }}>
      <SetupSteps current={step} />
      <Typography variant="h2" component="h1" sx={{ mb: 1 }}>
        {t(title)}
      </Typography>
      <Typography sx={{ mb: 4, color: 'text.secondary' }}>{t(text)}</Typography>
      {children}
    </Box>
  );
}

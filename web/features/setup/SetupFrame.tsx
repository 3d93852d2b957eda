import Box from '@mui/material/Box';
import { Sparkles as sparklesIcon } from 'lucide';
import type { ReactNode } from 'react';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormPage } from '../../ui/layout/FormPage.tsx';

interface Props {
  step: number;
  title: MessageKey;
  text: MessageKey;
  children: ReactNode;
}

/** The current step, its title and its form. */
export function SetupFrame({ step, title, text, children }: Props) {
  const { t } = useTranslator();
  return (
    <FormPage icon={sparklesIcon} title={t(title)} text={t(text)} progress={<SetupSteps current={step} />}>
      {children}
    </FormPage>
  );
}

const total = 3;

/** The progress of the set-up. */
function SetupSteps({ current }: { current: number }) {
  const { t } = useTranslator();
  return (
    <Box sx={{ mt: 3 }}>
      <Box role="status" sx={{ typography: 'body2', color: 'text.secondary', mb: 1.25 }}>
        {t('web.setup.step', { current, total })}
      </Box>
      <Box aria-hidden sx={{ display: 'flex', gap: 0.75 }}>
        {Array.from({ length: total }, (_, index) => (
          <Box
            key={index}
            sx={{
              width: 44,
              height: 4,
              borderRadius: 2,
              bgcolor: index < current ? 'primary.main' : 'paper.line',
            }}
          />
        ))}
      </Box>
    </Box>
  );
}

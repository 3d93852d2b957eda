import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { FormError } from '../ui/FormError.tsx';
import { Notice } from '../ui/Notice.tsx';
import { LoadingView } from './LoadingView.tsx';
import type { ViewProps } from './preview-kinds.ts';
import { shownTextBytes } from './text-content.ts';
import { useText } from './use-text.ts';

interface Props extends ViewProps {
  children(text: string): ReactNode;
}

/** A sheet with what is made of a text, and above it what is to be known about it. */
export function TextFrame({ children, ...view }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const { data, error } = useText(view);
  if (error) {
    return (
      <Box sx={{ maxWidth: 560, mx: 'auto', p: 3 }}>
        <FormError>{describeError(translator, error)}</FormError>
      </Box>
    );
  }
  if (!data) return <LoadingView />;
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 1000, mx: 'auto', p: { xs: 0, sm: 2 } }}>
      {data.isCut && (
        <Notice>
          {t('web.preview.cut', { shown: format.bytes(shownTextBytes), size: format.bytes(view.file.size) })}
        </Notice>
      )}
      {data.text === '' && <Notice>{t('web.preview.empty')}</Notice>}
      {data.text !== '' && (
        <Box
          sx={{
            minWidth: 0,
            border: { xs: 0, sm: 1 },
            borderColor: { xs: 'transparent', sm: 'divider' },
            borderRadius: { xs: 0, sm: 1.2 },
            bgcolor: 'background.paper',
            overflow: 'clip',
          }}
        >
          {children(data.text)}
        </Box>
      )}
    </Box>
  );
}

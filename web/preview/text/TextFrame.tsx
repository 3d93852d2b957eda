import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { RequestError } from '../../ui/feedback/FormError.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { LoadingView } from '../LoadingView.tsx';
import type { ViewerProps } from '../preview-kinds.ts';
import { NotATextError, readText, shownTextBytes, type TextContent } from './text-content.ts';

interface Props extends ViewerProps {
  children(text: string): ReactNode;
}

/** The frame of a text, with notices above it. */
export function TextFrame({ children, ...view }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const { data, error } = useText(view);
  if (error) {
    return (
      <Box sx={{ maxWidth: 560, mx: 'auto', p: 3 }}>
        <RequestError error={error} />
      </Box>
    );
  }
  if (!data) return <LoadingView />;
  return (
    <Box sx={frameStyle}>
      {data.isCut && (
        <Notice>
          {t('web.preview.cut', { shown: format.bytes(shownTextBytes), size: format.bytes(view.file.size) })}
        </Notice>
      )}
      {data.text === '' && <Notice>{t('web.preview.empty')}</Notice>}
      {data.text !== '' && (
        <Box
          sx={{
            // A sheet of paper, also for a few words
            flex: 1,
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

const frameStyle = {
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  maxWidth: 1000,
  minHeight: '100%',
  mx: 'auto',
  p: { xs: 0, sm: 2 },
} as const;

/** The text of a file; `data` is missing while it loads and when it cannot be read. */
function useText({ file, url, onUnsupported, onFailure }: ViewerProps) {
  const text = useQuery<TextContent>({
    queryKey: ['preview', 'text', url],
    queryFn: ({ signal }) => readText(url, file.size, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const { error } = text;
  useEffect(() => {
    if (error instanceof NotATextError) onUnsupported();
    else if (error) onFailure();
  }, [error, onUnsupported, onFailure]);
  return text;
}

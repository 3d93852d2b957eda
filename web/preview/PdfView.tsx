import Box from '@mui/material/Box';
import { useRef } from 'react';
import { useTranslator } from '../lib/i18n.tsx';
import { LoadingView } from './LoadingView.tsx';
import { PdfPage } from './PdfPage.tsx';
import type { ViewProps } from './preview-kinds.ts';
import { usePdf } from './use-pdf.ts';
import { useWidth } from './use-width.ts';

const widestPage = 960;

/** All pages below each other; those in sight are drawn. */
export function PdfView({ url, downloadUrl, onUnsupported }: ViewProps) {
  const { t } = useTranslator();
  const pdf = usePdf(url, onUnsupported);
  const list = useRef<HTMLOListElement>(null);
  const width = Math.min(useWidth(list), widestPage);
  return (
    <Box sx={{ p: { xs: 1, sm: 2 } }}>
      {!pdf && <LoadingView />}
      <Box
        component="ol"
        ref={list}
        aria-label={t('web.preview.pages')}
        sx={{ display: 'grid', gap: 2, justifyContent: 'center', m: 0, p: 0, listStyle: 'none' }}
      >
        {pdf &&
          width > 0 &&
          Array.from({ length: pdf.document.numPages }, (_, index) => (
            <PdfPage
              key={index}
              document={pdf.document}
              number={index + 1}
              width={width}
              likelyRatio={pdf.firstRatio}
              downloadUrl={downloadUrl}
            />
          ))}
      </Box>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslator } from '../../../lib/i18n.tsx';
import { SkeletonBar } from '../../../ui/SkeletonBar.tsx';

const Markdown = lazy(() =>
  import('../../../preview/Markdown.tsx').then((module) => ({ default: module.Markdown })),
);

/** What Markdown makes of a text, below it when asked for. */
export function MarkdownPreview({ source, label }: { source: string; label: string }) {
  const { t } = useTranslator();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Box sx={{ mt: 0.5 }}>
      <Button
        variant="text"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={t(isOpen ? 'web.admin.config.hidePreviewOf' : 'web.admin.config.previewOf', { label })}
        onClick={() => setOpen(!isOpen)}
        sx={{ ml: -2.25 }}
      >
        {t(isOpen ? 'web.admin.config.hidePreview' : 'web.admin.config.preview')}
      </Button>
      <Box id={id} hidden={!isOpen} sx={frameStyle}>
        {isOpen && (
          <Suspense fallback={<SkeletonBar width="60%" height={16} />}>
            <Markdown source={source} />
          </Suspense>
        )}
      </Box>
    </Box>
  );
}

const frameStyle = {
  mt: 0.5,
  px: 2.5,
  py: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.2,
  bgcolor: 'background.paper',
} as const;

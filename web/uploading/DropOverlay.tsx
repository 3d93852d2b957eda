import Box from '@mui/material/Box';
import { Download as downloadIcon } from 'lucide';
import { useTranslator } from '../lib/i18n.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import type { FilePicking } from './use-file-picking.ts';

/** Covers the window while files are dragged over it, and accepts the drop anywhere. */
export function DropOverlay({ picking }: { picking: FilePicking }) {
  const { t } = useTranslator();
  const { getRootProps, isDragGlobal } = picking.dropzone;
  return (
    <Box
      {...getRootProps({ role: 'presentation', tabIndex: -1 })}
      data-testid="drop-target"
      sx={{
        position: 'fixed',
        inset: 0,
        zIndex: 'modal',
        display: 'grid',
        placeItems: 'center',
        p: 2,
        pointerEvents: isDragGlobal ? 'auto' : 'none',
        visibility: isDragGlobal ? 'visible' : 'hidden',
        bgcolor: 'color-mix(in srgb, var(--fs-palette-background-default) 88%, transparent)',
      }}
    >
      <Box
        aria-hidden
        sx={{
          position: 'absolute',
          inset: 16,
          border: '3px dashed',
          borderColor: 'primary.main',
          borderRadius: 2.4,
          bgcolor: 'action.selected',
        }}
      />
      <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, color: 'primary.main', typography: 'h2' }}>
        <Icon icon={downloadIcon} size={56} />
        {t('web.upload.dropNow')}
      </Box>
    </Box>
  );
}

import { mdiDownload } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ShareFile } from '#sdk/contract/files.js';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { fileIcon } from '../ui/file-icon.ts';
import { Icon } from '../ui/Icon.tsx';

export function UnsupportedView({ file, downloadUrl }: { file: ShareFile; downloadUrl: string }) {
  const { t } = useTranslator();
  const format = useFormat();
  return (
    <Box
      sx={{
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 1.5,
        minHeight: '100%',
        p: 3,
      }}
    >
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 88,
          height: 88,
          mb: 1,
          borderRadius: 2.2,
          border: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
          color: 'text.secondary',
        }}
      >
        <Icon path={fileIcon(file.name)} size={40} />
      </Box>
      <Typography variant="h3" component="p" role="status">
        {t('web.preview.unsupported')}
      </Typography>
      <Box sx={{ maxWidth: '30em', mb: 1.5, color: 'text.secondary', textAlign: 'center' }}>
        {t('web.preview.unsupportedText')}
      </Box>
      <Button
        component="a"
        href={downloadUrl}
        download
        variant="contained"
        color="primary"
        size="large"
        startIcon={<Icon path={mdiDownload} />}
      >
        {t('web.share.downloadOne', { size: format.bytes(file.size) })}
      </Button>
    </Box>
  );
}

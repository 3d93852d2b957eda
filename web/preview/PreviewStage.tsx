import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Download as downloadIcon } from 'lucide';
import { Suspense, useCallback, useState } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { client } from '../lib/sdk.ts';
import { fileTypeOf, typeIcons } from '../ui/files/file-type.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { LoadingView } from './LoadingView.tsx';
import { viewers } from './preview-kinds.ts';

interface Props {
  shareId: string;
  file: ShareFile;
  /** Called when the file could not be loaded or shown: it may have been deleted */
  onFailure(): void;
}

/** The file itself, or the reason why it is not shown. */
export function PreviewStage({ shareId, file, onFailure }: Props) {
  const { t } = useTranslator();
  const [isUnsupported, setUnsupported] = useState(false);
  const handleUnsupported = useCallback(() => {
    setUnsupported(true);
    onFailure();
  }, [onFailure]);
  const downloadUrl = client.fileUrl(shareId, file.id);
  const Viewer = file.preview === null || isUnsupported ? undefined : viewers[file.preview];
  return (
    <Box
      role="region"
      aria-label={t('web.preview.content')}
      // Scrollable content must be reachable with the keyboard.
      tabIndex={0}
      sx={{ gridArea: 'stage', minWidth: 0, overflow: 'auto', '&:focus-visible': { outlineOffset: -3 } }}
    >
      {Viewer ? (
        <Suspense fallback={<LoadingView />}>
          <Viewer
            file={file}
            url={client.fileUrl(shareId, file.id, { inline: true })}
            downloadUrl={downloadUrl}
            onUnsupported={handleUnsupported}
            onFailure={onFailure}
          />
        </Suspense>
      ) : (
        <UnsupportedView file={file} downloadUrl={downloadUrl} />
      )}
    </Box>
  );
}

function UnsupportedView({ file, downloadUrl }: { file: ShareFile; downloadUrl: string }) {
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
        <Icon icon={typeIcons[fileTypeOf(file.name)]} size={40} />
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
        startIcon={<Icon icon={downloadIcon} />}
      >
        {t('web.share.downloadOne', { size: format.bytes(file.size) })}
      </Button>
    </Box>
  );
}

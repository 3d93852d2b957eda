import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Download as downloadIcon } from 'lucide';
import { useCallback, useState } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { client } from '../lib/sdk.ts';
import { PartBoundary } from '../ui/feedback/PartBoundary.tsx';
import { Print } from '../ui/files/Print.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { LoadingView } from './LoadingView.tsx';
import { viewers } from './preview-kinds.ts';

interface Props {
  shareId: string;
  file: ShareFile;
  /** Called when the file could not be loaded or shown: it may have been deleted */
  onFailure(): void;
  /** Shows the file larger; missing where it has the whole page already */
  onEnlarge?: () => void;
}

/** The file itself, or the reason why it is not shown. */
export function PreviewStage({ shareId, file, onFailure, onEnlarge }: Props) {
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
      // Scrollable content must be reachable with the keyboard; documents scroll in an element of their own.
      tabIndex={Viewer === viewers.pdf ? undefined : 0}
      sx={stageStyle}
    >
      {Viewer ? (
        <PartBoundary fallback={<LoadingView />}>
          <Viewer
            file={file}
            url={client.fileUrl(shareId, file.id, { inline: true })}
            pictureUrl={file.thumbnail ? client.thumbnailUrl(shareId, file.id, 'large') : undefined}
            downloadUrl={downloadUrl}
            onUnsupported={handleUnsupported}
            onFailure={onFailure}
            onEnlarge={onEnlarge}
          />
        </PartBoundary>
      ) : (
        <UnsupportedView file={file} downloadUrl={downloadUrl} />
      )}
    </Box>
  );
}

/** A finger that moves sideways is for the preview, not for the history of the browser. */
const stageStyle = {
  gridArea: 'stage',
  minWidth: 0,
  overflow: 'auto',
  touchAction: 'pan-y pinch-zoom',
  '&, & *': { overscrollBehaviorX: 'contain' },
  '&:focus-visible': { outlineOffset: -3 },
} as const;

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
      <Print file={{ name: file.name }} sx={printStyle} />
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
        {t('web.share.downloadOne')} {format.bytes(file.size)}
      </Button>
    </Box>
  );
}

const printStyle = { position: 'relative', width: 168, height: 208, mb: 2, rotate: '-2deg' } as const;

import Box from '@mui/material/Box';
import { Suspense, useCallback, useState } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import { useTranslator } from '../lib/i18n.tsx';
import { client } from '../lib/sdk.ts';
import { LoadingView } from './LoadingView.tsx';
import { viewers } from './preview-kinds.ts';
import { UnsupportedView } from './UnsupportedView.tsx';

interface Props {
  shareId: string;
  file: ShareFile;
  /** The file could not be had or shown: it may be gone. */
  onFailure(): void;
}

/** The file itself, or why it is not shown. */
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
      // What scrolls must be reached by keyboard.
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

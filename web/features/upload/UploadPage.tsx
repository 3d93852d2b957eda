import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { DropOverlay } from './DropOverlay.tsx';
import { EmptyDropArea } from './EmptyDropArea.tsx';
import { InterruptedPanel } from './InterruptedPanel.tsx';
import { OptionsPanel } from './OptionsPanel.tsx';
import { PickedList } from './PickedList.tsx';
import { ProgressPanel } from './ProgressPanel.tsx';
import { RefusedFiles } from './RefusedFiles.tsx';
import { ResultPanel } from './ResultPanel.tsx';
import { UnfinishedNotice } from './UnfinishedNotice.tsx';
import { useFilePicking } from './use-file-picking.ts';
import { useUpload } from './use-upload.ts';

export function UploadPage() {
  const { t } = useTranslator();
  const format = useFormat();
  const { snapshot, session } = useUpload();
  const { stage, files } = snapshot;
  const isChoosing = stage.kind === 'choosing';
  const picking = useFilePicking(session, isChoosing);

  useScrollToTop(stage.kind);

  const progress = stage.kind === 'running' ? stage.progress : null;
  const ratio = progress && progress.bytes.total > 0 ? progress.bytes.sent / progress.bytes.total : undefined;
  useDocumentTitle(
    ratio === undefined
      ? t('web.upload.title')
      : t('web.upload.tabTitle', { percent: format.percent(ratio) }),
  );

  if (stage.kind === 'done') return <ResultPanel result={stage.result} onReset={() => session.reset()} />;
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 376px' },
          gap: { xs: 3, md: 4 },
          alignItems: 'start',
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          <Typography variant="h2" component="h1">
            {t(isChoosing ? 'web.upload.title' : 'web.upload.runningTitle')}
          </Typography>
          {isChoosing && snapshot.unfinished && (
            <UnfinishedNotice unfinished={snapshot.unfinished} onDiscard={() => session.discard()} />
          )}
          {isChoosing && <RefusedFiles refused={snapshot.refused} />}
          {files.size === 0 ? (
            <EmptyDropArea picking={picking} />
          ) : (
            <PickedList snapshot={snapshot} session={session} picking={picking} />
          )}
        </Box>
        <Box sx={{ position: { md: 'sticky' }, top: { md: 84 }, minWidth: 0 }}>
          {isChoosing && (
            <OptionsPanel snapshot={snapshot} error={stage.error} onStart={(share) => session.start(share)} />
          )}
          {stage.kind === 'running' && <ProgressPanel stage={stage} session={session} />}
          {stage.kind === 'interrupted' && <InterruptedPanel stage={stage} session={session} />}
        </Box>
      </Box>
      {isChoosing && <DropOverlay picking={picking} />}
      <Box role="status" sx={visuallyHidden}>
        {picking.announcement}
      </Box>
    </>
  );
}

/** The button that starts may lie far down; what happens then is told on top. */
function useScrollToTop(stage: string): void {
  const shown = useRef(stage);
  useEffect(() => {
    if (shown.current === stage) return;
    shown.current = stage;
    window.scrollTo(0, 0);
  }, [stage]);
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Upload as uploadIcon } from 'lucide';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { RequestError } from '../ui/feedback/FormError.tsx';
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { visuallyHidden } from '../ui/layout/visually-hidden.ts';
import { ChooseButtons } from './ChooseButtons.tsx';
import { DropOverlay } from './DropOverlay.tsx';
import { PickedList } from './PickedList.tsx';
import { OverallProgress, ProgressPanel } from './ProgressPanel.tsx';
import { RefusedFiles } from './RefusedFiles.tsx';
import { UnfinishedNotice } from './UnfinishedNotice.tsx';
import type { UploadSession, UploadSnapshot, UploadStage } from './upload-session.ts';
import { type FilePicking, useFilePicking } from './use-file-picking.ts';

interface Props {
  snapshot: UploadSnapshot;
  session: UploadSession;
  /** The title of the tab while nothing is uploaded */
  title: string;
  /** Heads the list of files. */
  heading: ReactNode;
  /** Beside the list until the upload starts: the options, and the start button */
  options: ReactNode;
  /** Bytes of all files together; null: only the disk limits it */
  maxSize: number | null;
  /** Whether the sender may share the link */
  showsLink: boolean;
}

/** The list of picked files, and beside it a panel for the next step or the progress. */
export function UploadWorkspace({ snapshot, session, title, heading, options, maxSize, showsLink }: Props) {
  const { t } = useTranslator();
  const { stage, files } = snapshot;
  const isChoosing = stage.kind === 'choosing';
  const picking = useFilePicking(session, isChoosing);
  useScrollToTop(stage.kind);
  useProgressTitle(snapshot, title);

  return (
    <>
      <Box sx={layoutStyle}>
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          {heading}
          {isChoosing && snapshot.unfinished && (
            <UnfinishedNotice unfinished={snapshot.unfinished} onDiscard={() => void session.discard()} />
          )}
          {isChoosing && <RefusedFiles refused={snapshot.refused} />}
          {files.size === 0 ? (
            <EmptyDropArea picking={picking} maxSize={maxSize} />
          ) : (
            <PickedList snapshot={snapshot} session={session} picking={picking} />
          )}
        </Box>
        <Box sx={{ position: { md: 'sticky' }, top: { md: 84 }, minWidth: 0 }}>
          {isChoosing && options}
          {stage.kind === 'running' && (
            <ProgressPanel stage={stage} session={session} showsLink={showsLink} />
          )}
          {stage.kind === 'interrupted' && <InterruptedPanel stage={stage} session={session} />}
        </Box>
      </Box>
      {isChoosing && <DropOverlay {...picking.overlay} title={t('web.upload.dropNow')} />}
      <Box role="status" sx={visuallyHidden}>
        {picking.announcement}
      </Box>
    </>
  );
}

/** The start button may be far down, while the progress is shown at the top. */
function useScrollToTop(stage: string): void {
  const shown = useRef(stage);
  useEffect(() => {
    if (shown.current === stage) return;
    shown.current = stage;
    window.scrollTo(0, 0);
  }, [stage]);
}

/** Shows the progress in the title, for visitors who look at another tab. */
function useProgressTitle({ stage }: UploadSnapshot, title: string): void {
  const { t } = useTranslator();
  const format = useFormat();
  const progress = stage.kind === 'running' ? stage.progress : null;
  const ratio = progress && progress.bytes.total > 0 ? progress.bytes.sent / progress.bytes.total : undefined;
  useDocumentTitle(
    ratio === undefined ? title : t('web.upload.tabTitle', { percent: format.percent(ratio) }),
  );
}

const layoutStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 376px' },
  gap: { xs: 3, md: 4 },
  alignItems: 'start',
} as const;

interface InterruptedPanelProps {
  stage: Extract<UploadStage, { kind: 'interrupted' }>;
  session: UploadSession;
}

/** Some files failed. The others are kept, and the button resumes the rest. */
function InterruptedPanel({ stage, session }: InterruptedPanelProps) {
  const { t } = useTranslator();
  return (
    <Panel>
      <OverallProgress progress={stage.progress} isPaused />
      <RequestError error={stage.error} />
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('web.upload.interruptedText')}</Box>
      <Button variant="contained" color="primary" size="large" onClick={() => session.retry()}>
        {t('web.upload.retry')}
      </Button>
      <Button variant="outlined" onClick={() => void session.discard()}>
        {t('web.upload.discard')}
      </Button>
    </Panel>
  );
}

interface EmptyDropAreaProps {
  picking: FilePicking;
  /** Bytes of all files together; null: only the disk limits it */
  maxSize: number | null;
}

function EmptyDropArea({ picking, maxSize }: EmptyDropAreaProps) {
  const { t } = useTranslator();
  const format = useFormat();
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'center',
        alignContent: 'center',
        gap: 1,
        minHeight: { xs: 300, md: 440 },
        px: 3,
        py: 5,
        textAlign: 'center',
        border: '2px dashed',
        borderColor: 'paper.lineStrong',
        borderRadius: 2,
        bgcolor: 'background.paper',
      }}
    >
      <Box
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 72,
          height: 72,
          mb: 2,
          borderRadius: '50%',
          bgcolor: 'primary.light',
          color: 'primary.main',
        }}
      >
        <Icon icon={uploadIcon} size={34} />
      </Box>
      <Box sx={{ typography: 'h2', fontSize: 'clamp(1.375rem, 1.2rem + 0.8vw, 1.75rem)' }}>
        <TextBySize narrow={t('web.upload.chooseTitle')} wide={t('web.upload.dropTitle')} />
      </Box>
      <Box sx={{ color: 'text.secondary', mb: 2.5 }}>
        <TextBySize narrow={t('web.upload.chooseText')} wide={t('web.upload.dropText')} />
      </Box>
      <ChooseButtons picking={picking} isProminent />
      {maxSize !== null && (
        <Box sx={{ mt: 2, typography: 'body2', color: 'text.secondary' }}>
          {t('web.upload.maxSize', { size: format.bytes(maxSize) })}
        </Box>
      )}
    </Box>
  );
}

/** Files cannot be dropped on a phone, so the text is different there. */
function TextBySize({ narrow, wide }: { narrow: string; wide: string }) {
  return (
    <>
      <Box component="span" sx={{ display: { xs: 'inline', sm: 'none' } }}>
        {narrow}
      </Box>
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {wide}
      </Box>
    </>
  );
}

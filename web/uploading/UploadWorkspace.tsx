import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import { visuallyHidden } from '../ui/visually-hidden.ts';
import { DropOverlay } from './DropOverlay.tsx';
import { EmptyDropArea } from './EmptyDropArea.tsx';
import { InterruptedPanel } from './InterruptedPanel.tsx';
import { PickedList } from './PickedList.tsx';
import { ProgressPanel } from './ProgressPanel.tsx';
import { RefusedFiles } from './RefusedFiles.tsx';
import { UnfinishedNotice } from './UnfinishedNotice.tsx';
import type { UploadSession, UploadSnapshot } from './upload-session.ts';
import { useFilePicking } from './use-file-picking.ts';

interface Props {
  snapshot: UploadSnapshot;
  session: UploadSession;
  /** Names the tab while nothing runs. */
  title: string;
  /** Heads the list of files. */
  heading: ReactNode;
  /** Beside the list until the upload starts: what is asked about it, and the button. */
  options: ReactNode;
  /** Bytes all files may have together; null: only the disk limits. */
  maxSize: number | null;
  /** The link is for the uploader to hand out. */
  showsLink: boolean;
}

/** Choosing files and watching them go: a list, and beside it one panel for what is to be done now. */
export function UploadWorkspace({ snapshot, session, title, heading, options, maxSize, showsLink }: Props) {
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

/** How far it is, for whoever looks at another tab. */
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

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts';
import { visuallyHidden } from '../ui/layout/visually-hidden.ts';
import { ChosenFiles } from './ChosenFiles.tsx';
import { DropOverlay } from './DropOverlay.tsx';
import { EmptySheet, type Fact } from './EmptySheet.tsx';
import { RefusedFiles } from './RefusedFiles.tsx';
import { RunningUpload } from './running/RunningUpload.tsx';
import { type StartAction, StartUpload } from './StartUpload.tsx';
import { UndoRemoval } from './UndoRemoval.tsx';
import { UnfinishedNotice } from './UnfinishedNotice.tsx';
import type { UploadSession, UploadSnapshot } from './upload-session.ts';
import { useFilePicking } from './use-file-picking.ts';

interface Props {
  snapshot: UploadSnapshot;
  session: UploadSession;
  /** Of the tab, while nothing is uploaded */
  title: string;
  /** The title of the page while files are sent, and while they wait to be */
  runningTitle: string;
  waitingTitle: string;
  /** While nothing is chosen: above the sheet, or beside it */
  intro: ReactNode;
  introBeside?: boolean;
  /** Heads the chosen files. */
  heading: ReactNode;
  /** Beside the chosen files */
  options: ReactNode;
  start: StartAction;
  /** Along the lower edge of the empty sheet */
  facts?: readonly Fact[];
  /** Whether the sender may share the link */
  showsLink: boolean;
}

/** The page of an upload: an empty sheet, then the chosen files beside the options, then the files as they are sent. */
export function UploadWorkspace(props: Props) {
  const { snapshot, session, title, runningTitle, waitingTitle, showsLink } = props;
  const { stage } = snapshot;
  const isUnderWay = stage.kind === 'running' || stage.kind === 'interrupted';
  useScrollToTop(stage.kind);
  useProgressTitle(snapshot, title);
  if (!isUnderWay) return <Choosing {...props} />;
  return (
    <RunningUpload
      snapshot={snapshot}
      stage={stage}
      session={session}
      title={runningTitle}
      waitingTitle={waitingTitle}
      showsLink={showsLink}
    />
  );
}

function Choosing(props: Props) {
  const { snapshot, session, intro, introBeside = false, heading, options, start, facts = [] } = props;
  const { t } = useTranslator();
  const format = useFormat();
  const picking = useFilePicking(session, true);
  const { files, size } = snapshot;
  const isEmpty = files.size === 0;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    start.onSubmit();
  };
  const notices = (
    <>
      {snapshot.unfinished && (
        <UnfinishedNotice
          unfinished={snapshot.unfinished}
          files={files}
          onDiscard={() => void session.discard()}
        />
      )}
      <RefusedFiles refused={snapshot.refused} />
      {snapshot.removed && <UndoRemoval removed={snapshot.removed} onUndo={() => session.undoRemove()} />}
    </>
  );
  return (
    <>
      {isEmpty ? (
        <Box sx={introBeside ? besideStyle : aboveStyle}>
          {intro}
          <Box sx={aboveStyle}>
            {notices}
            <EmptySheet picking={picking} facts={facts} />
          </Box>
        </Box>
      ) : (
        <Box component="form" noValidate onSubmit={handleSubmit} sx={twoStyle}>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, minWidth: 0 }}>
            <Box sx={{ minWidth: 0 }}>
              {heading}
              <Box sx={summaryStyle}>
                <span>{t('web.upload.summary', { count: files.size, size: format.bytes(size) })}</span>
                {files.size > 1 && (
                  <Button variant="text" onClick={() => session.clear()} sx={clearStyle}>
                    {t('web.upload.clear')}
                  </Button>
                )}
              </Box>
            </Box>
            {notices}
            <ChosenFiles snapshot={snapshot} session={session} picking={picking} />
          </Box>
          <Box sx={panelStyle}>
            <Box sx={optionsStyle}>{options}</Box>
            <StartUpload start={start} size={size} />
          </Box>
        </Box>
      )}
      <DropOverlay {...picking.overlay} title={t('web.upload.dropNow')} />
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

const aboveStyle = { flex: 1, display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 } as const;

const besideStyle = {
  flex: 1,
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 6fr)' },
  gridTemplateRows: { xs: 'auto 1fr', md: '1fr' },
  gap: { xs: 3, md: 4.5, lg: 8 },
  alignItems: { md: 'center' },
} as const;

const twoStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 372px' },
  gap: 3,
  alignItems: 'start',
} as const;

const summaryStyle = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 2,
  mt: 0.75,
  typography: 'body2',
  color: 'text.secondary',
} as const;

/** As high as a finger, in a line as high as its text */
const clearStyle = {
  flex: 'none',
  my: -1.25,
  mr: { xs: -1, md: 0 },
  px: 1,
  color: 'text.secondary',
} as const;

const panelStyle = {
  position: { md: 'sticky' },
  top: { md: 84 },
  display: 'flex',
  flexDirection: 'column',
  gap: 2.5,
  minWidth: 0,
  maxHeight: { md: 'calc(100dvh - 108px)' },
  p: 2.75,
  border: 1,
  borderColor: 'divider',
  borderRadius: '20px',
  bgcolor: 'background.paper',
} as const;

/** The options scroll inside the panel, so that the button stays in reach. */
const optionsStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 2.25,
  flex: '0 1 auto',
  minHeight: 0,
  overflowY: { md: 'auto' },
  // Room for focus rings
  m: -0.75,
  p: 0.75,
} as const;

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { isAppError } from '#sdk/contract/errors.js';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { myShareDetailsPath } from '../../app/paths.ts';
import { tabularNumbers } from '../../app/theme.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { RequestError } from '../../ui/feedback/FormError.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { LinkBox } from '../../ui/links/LinkBox.tsx';
import { FileList } from '../list/FileList.tsx';
import { nameOfItem } from '../list/upload-items.ts';
import type { RunProgress } from '../progress-tracker.ts';
import type { UploadSession, UploadSnapshot, UploadStage } from '../upload-session.ts';
import { ContactSheet } from './ContactSheet.tsx';
import { PauseButton } from './PauseButton.tsx';
import { RunBar } from './RunBar.tsx';
import { type RunState, useRunState } from './run-state.ts';
import { StopButton } from './StopButton.tsx';

type UnderWay = Extract<UploadStage, { kind: 'running' | 'interrupted' }>;

interface Props {
  snapshot: UploadSnapshot;
  stage: UnderWay;
  session: UploadSession;
  /** What is being done, as the title of the page */
  title: string;
  /** The same while nothing moves */
  waitingTitle: string;
  /** Whether the sender may share the link */
  showsLink: boolean;
}

/** An upload that runs, or that has been interrupted: one figure, the files as they are sent, and the early link. */
export function RunningUpload({ snapshot, stage, session, title, waitingTitle, showsLink }: Props) {
  const { t } = useTranslator();
  const isPaused = stage.kind === 'interrupted' || stage.isPaused;
  const run = useRunState(stage.progress, isPaused);
  const label = stage.kind === 'interrupted' ? 'web.upload.interrupted' : run.label;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Box component="section" aria-label={t('web.upload.progress')} sx={cardStyle}>
        <Box sx={gridStyle}>
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="h3" component="h1" sx={{ overflowWrap: 'anywhere' }}>
              {run.isWaiting ? waitingTitle : title}
            </Typography>
            <Figure run={run} />
            <Box sx={paceStyle}>
              {run.isWaiting && stage.progress && <Safe bytes={stage.progress.bytes} />}
              <b>
                {run.speed}
                <span role="status">{run.speed === '' && !run.isWaiting && t(label)}</span>
              </b>
              {run.timeLeft && <span>{run.timeLeft}</span>}
            </Box>
            {stage.kind === 'running' ? (
              <Actions>
                <PauseButton stage={stage} session={session} />
                <StopButton variant="text" onStop={() => session.cancel()} />
              </Actions>
            ) : (
              <InterruptedActions error={stage.error} share={stage.share} session={session} />
            )}
          </Box>
          <ContactSheet files={snapshot.files} items={snapshot.items} isWaiting={run.isWaiting} />
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <RunBar run={run} height={12} />
          <Counts snapshot={snapshot} progress={stage.progress} isMoving={run.speed !== ''} />
        </Box>
        {run.notice && <Notice tone="waiting">{t(run.notice)}</Notice>}
      </Box>
      {showsLink && stage.share && <EarlyLink url={stage.share.url} />}
      <FileList snapshot={snapshot} session={session} isWaiting={run.isWaiting} />
    </Box>
  );
}

/** What nobody has to send again */
function Safe({ bytes }: Pick<RunProgress, 'bytes'>) {
  const { t } = useTranslator();
  const format = useFormat();
  const { sent, total } = bytes;
  return <span>{t('web.upload.safeOf', { sent: format.bytes(sent), total: format.bytes(total) })}</span>;
}

/** The percentage, as large as anything gets here; its sign is small, wherever the language puts it. */
function Figure({ run }: { run: RunState }) {
  const percent = useFormat().percent(run.ratio);
  const parts = percent.split(/(\p{Nd}+)/u).filter((part) => part.trim() !== '');
  return (
    <Box component="p" sx={[figureStyle, run.isWaiting ? { color: 'text.caption' } : {}]}>
      {parts.map((part) => (/\p{Nd}/u.test(part) ? part : <small key={part}>{part.trim()}</small>))}
    </Box>
  );
}

interface InterruptedProps {
  error: unknown;
  share: OwnerShare;
  session: UploadSession;
}

/** Some files failed. The others are kept, and the button resumes the rest. */
function InterruptedActions({ error, share, session }: InterruptedProps) {
  const { t } = useTranslator();
  const [isDiscarding, setDiscarding] = useState(false);
  const handleDiscard = async () => {
    setDiscarding(true);
    await session.discard();
    setDiscarding(false);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 2 }}>
      <RequestError error={error} />
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('web.upload.interruptedText')}</Box>
      <Actions>
        <Button variant="contained" color="primary" onClick={() => session.retry()}>
          {t('web.upload.retry')}
        </Button>
        {isAppError(error, 'share_expiration_past') && share.can.edit && (
          <Button component={Link} to={myShareDetailsPath(share.id)} variant="outlined">
            {t('web.upload.continueEdit')}
          </Button>
        )}
        <Button variant="text" disabled={isDiscarding} onClick={() => void handleDiscard()}>
          {t('web.upload.discard')}
        </Button>
      </Actions>
    </Box>
  );
}

/** Trying again helps only after its owner has chosen a later date. */

function Actions({ children }: { children: ReactNode }) {
  return <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.25, mt: 2.5 }}>{children}</Box>;
}

interface CountsProps {
  snapshot: UploadSnapshot;
  progress: RunProgress | null;
  isMoving: boolean;
}

/** Bytes, files, and the name of what is being sent. */
function Counts({ snapshot, progress, isMoving }: CountsProps) {
  const { t } = useTranslator();
  const format = useFormat();
  if (!progress) return null;
  const { bytes, files, sentFiles } = progress;
  const now = [...snapshot.notable.values()].find(
    ({ state, sent, size }) => state === 'uploading' && sent < size,
  );
  return (
    <Box sx={countsStyle}>
      <span>
        {t('web.upload.sentOf', { sent: format.bytes(bytes.sent), total: format.bytes(bytes.total) })}
      </span>
      <span>{t('web.upload.filesOf', { done: sentFiles, count: files.total })}</span>
      {now && isMoving && (
        <Box component="span" sx={nowStyle}>
          {t('web.upload.now', { name: nameOfItem(now.path) })}
        </Box>
      )}
    </Box>
  );
}

function EarlyLink({ url }: { url: string }) {
  const { t } = useTranslator();
  return (
    <Box component="section" aria-label={t('web.upload.earlyTitle')} sx={linkStyle}>
      <div>
        <Typography variant="h3" component="h2">
          {t('web.upload.earlyTitle')}
        </Typography>
        <Box sx={{ typography: 'body2', color: 'text.caption' }}>{t('web.upload.earlyText')}</Box>
      </div>
      <LinkBox url={url} />
    </Box>
  );
}

const sheetStyle = {
  border: 1,
  borderColor: 'divider',
  borderRadius: '20px',
  bgcolor: 'background.paper',
} as const;

const cardStyle = {
  ...sheetStyle,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: { xs: 2, sm: 3.5 },
  px: { xs: 2.25, sm: 4.5 },
  pt: { xs: 2.5, sm: 4 },
  pb: { xs: 2.75, sm: 4 },
} as const;

const columns = { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 5fr) minmax(0, 6fr)' } as const;

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: columns,
  gap: { xs: 2, sm: 3, md: 5 },
  alignItems: 'center',
} as const;

const figureStyle = {
  ...tabularNumbers,
  m: 0,
  mt: 2.5,
  ml: '-0.04em',
  fontSize: { xs: '6.5rem', md: 'clamp(6.5rem, 3.6rem + 9vw, 11rem)' },
  fontWeight: 650,
  lineHeight: 0.86,
  letterSpacing: '-0.065em',
  whiteSpace: 'nowrap',
  '& small': {
    ml: '0.08em',
    fontSize: '0.42em',
    fontWeight: 560,
    letterSpacing: '-0.02em',
    color: 'text.caption',
  },
} as const;

const paceStyle = {
  ...tabularNumbers,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 22px',
  minHeight: '1.5em',
  mt: 3,
  fontSize: '1.0625rem',
  fontWeight: 500,
  color: 'text.secondary',
  '& b': { fontWeight: 620, color: 'text.primary' },
} as const;

const countsStyle = {
  ...tabularNumbers,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 22px',
  typography: 'body2',
  color: 'text.secondary',
} as const;

const nowStyle = {
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

const linkStyle = {
  ...sheetStyle,
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: columns.sm },
  gap: { xs: 1.5, md: 5 },
  alignItems: 'center',
  px: { xs: 2.25, sm: 4.5 },
  py: 2,
} as const;

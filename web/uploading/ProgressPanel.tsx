import Box from '@mui/material/Box';
import { tabularNumbers } from '../app/theme.ts';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import type { RunProgress } from './progress-tracker.ts';
import { PauseButton } from './running/PauseButton.tsx';
import { RunBar } from './running/RunBar.tsx';
import { type RunState, useRunState } from './running/run-state.ts';
import { StopButton, type Stopping } from './running/StopButton.tsx';
import type { UploadSession, UploadStage } from './upload-session.ts';

interface Props {
  stage: Extract<UploadStage, { kind: 'running' }>;
  session: UploadSession;
  stopping: Stopping;
  onStop(): Promise<void>;
}

/** The progress of files that are appended to a share, beside its other details. */
export function ProgressPanel({ stage, session, stopping, onStop }: Props) {
  return (
    <Panel>
      <OverallProgress progress={stage.progress} isPaused={stage.isPaused} />
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.25 }}>
        <PauseButton stage={stage} session={session} />
        <StopButton variant="outlined" stopping={stopping} onStop={onStop} />
      </Box>
    </Panel>
  );
}

export function OverallProgress({ progress, isPaused }: { progress: RunProgress | null; isPaused: boolean }) {
  const { t } = useTranslator();
  const format = useFormat();
  const run = useRunState(progress, isPaused);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={headStyle}>
        <Box sx={percentStyle}>{format.percent(run.ratio)}</Box>
        <Box role="status" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {!run.notice && t(run.label)}
        </Box>
      </Box>
      <RunBar run={run} height={8} />
      {progress && <ProgressFacts progress={progress} run={run} />}
      {run.notice && <Notice tone="waiting">{t(run.notice)}</Notice>}
    </Box>
  );
}

function ProgressFacts({ progress, run }: { progress: RunProgress; run: RunState }) {
  const { t } = useTranslator();
  const format = useFormat();
  const { bytes, files, sentFiles } = progress;
  const facts = {
    bytes: t('web.upload.sentOf', { sent: format.bytes(bytes.sent), total: format.bytes(bytes.total) }),
    files: t('web.upload.filesOf', { done: sentFiles, count: files.total }),
    speed: run.speed,
    timeLeft: run.timeLeft,
  };
  return (
    <Box sx={factsStyle}>
      {Object.entries(facts).map(([name, fact]) => (
        <Box key={name} sx={{ minHeight: '1.5em' }}>
          {fact}
        </Box>
      ))}
    </Box>
  );
}

const headStyle = {
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: 2,
} as const;

const percentStyle = {
  ...tabularNumbers,
  fontSize: '2.5rem',
  fontWeight: 650,
  lineHeight: 1,
  letterSpacing: '-0.035em',
} as const;

const factsStyle = {
  ...tabularNumbers,
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  columnGap: 2,
  rowGap: 0.25,
  typography: 'body2',
  color: 'text.secondary',
  '& > :nth-of-type(even)': { textAlign: 'end' },
} as const;

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { Pause as pauseIcon, Play as playIcon } from 'lucide';
import { useState } from 'react';
import type { UploadProgress } from '#sdk/browser.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { tabularNumbers } from '../app/theme.ts';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { useOnline } from '../ui/hooks/use-online.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { visuallyHidden } from '../ui/layout/visually-hidden.ts';
import { CopyField } from '../ui/links/CopyField.tsx';
import type { RunProgress, UploadSession, UploadStage } from './upload-session.ts';

interface Props {
  stage: Extract<UploadStage, { kind: 'running' }>;
  session: UploadSession;
  /** Whether the sender may share the link */
  showsLink: boolean;
  stopping?: Stopping;
  onStop?(): Promise<void>;
}

/** The texts of stopping, and of the question before it. */
export interface Stopping {
  label: MessageKey;
  title: MessageKey;
  text: MessageKey;
  confirm: MessageKey;
}

const cancelling: Stopping = {
  label: 'web.upload.cancel',
  title: 'web.upload.cancelTitle',
  text: 'web.upload.cancelText',
  confirm: 'web.upload.cancelConfirm',
};

export function ProgressPanel({
  stage,
  session,
  showsLink,
  stopping = cancelling,
  onStop = () => session.cancel(),
}: Props) {
  const { t } = useTranslator();
  const isOnline = useOnline();
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel>
      <OverallProgress progress={stage.progress} isPaused={stage.isPaused} />
      {!isOnline && !stage.isPaused && <Notice>{t('web.upload.offline')}</Notice>}
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.25 }}>
        <Button
          variant="outlined"
          startIcon={<Icon icon={stage.isPaused ? playIcon : pauseIcon} />}
          onClick={() => (stage.isPaused ? session.resume() : session.pause())}
        >
          {t(stage.isPaused ? 'web.upload.resume' : 'web.upload.pause')}
        </Button>
        <Button variant="outlined" onClick={() => setAsking(true)}>
          {t(stopping.label)}
        </Button>
      </Box>
      {showsLink && stage.share && (
        <Box sx={{ pt: 2.5, borderTop: 1, borderColor: 'divider' }}>
          <Box sx={{ mb: 1.25, typography: 'body2', color: 'text.secondary' }}>
            {t('web.upload.earlyLink')}
          </Box>
          <CopyField value={stage.share.url} label={t('web.upload.link')} />
        </Box>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t(stopping.title)}
        text={t(stopping.text)}
        confirmLabel={t(stopping.confirm)}
        cancelLabel={t('web.upload.cancelKeep')}
        onCancel={() => setAsking(false)}
        onConfirm={onStop}
      />
    </Panel>
  );
}

export function OverallProgress({ progress, isPaused }: { progress: RunProgress | null; isPaused: boolean }) {
  const { t } = useTranslator();
  const format = useFormat();
  const ratio = ratioOf(progress);
  const percent = format.percent(ratio);
  const state = isPaused ? 'web.upload.paused' : stateOf(progress);
  return (
    <Box>
      <Box
        sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 2, mb: 1.25 }}
      >
        <Box
          sx={{
            ...tabularNumbers,
            fontSize: '2.5rem',
            fontWeight: 650,
            lineHeight: 1,
            letterSpacing: '-0.035em',
          }}
        >
          {percent}
        </Box>
        {/* Announced at every quarter, not at every percent. */}
        <Box role="status" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t(state)}{' '}
          <Box component="span" sx={visuallyHidden}>
            {format.percent(Math.floor(ratio * 4) / 4)}
          </Box>
        </Box>
      </Box>
      <LinearProgress
        variant="determinate"
        value={ratio * 100}
        aria-label={t('web.upload.progress')}
        aria-valuetext={percent}
      />
      {progress && <ProgressFacts progress={progress} isPaused={isPaused} />}
    </Box>
  );
}

function ProgressFacts({ progress, isPaused }: { progress: RunProgress; isPaused: boolean }) {
  const { t } = useTranslator();
  const format = useFormat();
  const isOnline = useOnline();
  // A speed from before the connection broke says nothing.
  const isMoving = isOnline && !isPaused && progress.retriesAfter === null && progress.bytesPerSecond > 0;
  const facts = [
    t('web.upload.sentOf', {
      sent: format.bytes(progress.bytes.sent),
      total: format.bytes(progress.bytes.total),
    }),
    t('web.upload.filesOf', { done: progress.sentFiles, count: progress.files.total }),
    isMoving ? format.speed(progress.bytesPerSecond) : '',
    isMoving && progress.secondsLeft !== null
      ? t('web.upload.timeLeft', { time: format.duration(progress.secondsLeft) })
      : '',
  ];
  return (
    <Box
      sx={{
        ...tabularNumbers,
        display: 'grid',
        gridTemplateColumns: '1fr auto',
        columnGap: 2,
        rowGap: 0.25,
        mt: 1.5,
        typography: 'body2',
        color: 'text.secondary',
        '& > :nth-of-type(even)': { textAlign: 'end' },
      }}
    >
      {facts.map((fact, index) => (
        // The positions are fixed; only the texts change.
        // oxlint-disable-next-line react/no-array-index-key
        <Box key={index} sx={{ minHeight: '1.5em' }}>
          {fact}
        </Box>
      ))}
    </Box>
  );
}

function ratioOf(progress: RunProgress | null): number {
  if (!progress) return 0;
  if (progress.bytes.total > 0) return Math.min(progress.bytes.sent / progress.bytes.total, 1);
  return progress.files.total > 0 ? progress.files.finished / progress.files.total : 0;
}

function stateOf(progress: RunProgress | null): MessageKey {
  const { phase, retriesAfter } = progress ?? { phase: 'preparing', retriesAfter: null };
  if (!retriesAfter) return phaseTexts[phase];
  return retriesAfter.name === 'NetworkError'
    ? 'web.upload.waitingForNetwork'
    : 'web.upload.waitingForServer';
}

const phaseTexts = {
  preparing: 'web.upload.phasePreparing',
  uploading: 'web.upload.phaseUploading',
  publishing: 'web.upload.phasePublishing',
  done: 'web.upload.phasePublishing',
} as const satisfies Record<UploadProgress['phase'], string>;

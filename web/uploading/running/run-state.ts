import { NetworkError } from '#sdk/browser.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useOnline } from '../../ui/hooks/use-online.ts';
import type { RunProgress } from '../progress-tracker.ts';

export interface RunState {
  /** How much has been sent, from 0 to 1 */
  ratio: number;
  /** What is going on, in a word, unless it waits */
  label: MessageKey;
  /** Nothing moves, although nobody has paused; it mends itself. */
  isWaiting: boolean;
  /** Why nothing moves, and that it mends itself; undefined unless it waits. */
  notice: MessageKey | undefined;
  /** Empty unless bytes are moving */
  speed: string;
  timeLeft: string;
}

/** What the page says of a run: the same words for all its parts. */
export function useRunState(progress: RunProgress | null, isPaused: boolean): RunState {
  const { t } = useTranslator();
  const format = useFormat();
  const isOnline = useOnline();
  const notice = isPaused ? undefined : noticeOf(progress, isOnline);
  const isMoving = progress !== null && !isPaused && !notice && progress.bytesPerSecond > 0;
  const secondsLeft = isMoving ? progress.secondsLeft : null;
  return {
    ratio: ratioOfRun(progress),
    label: isPaused ? 'web.upload.paused' : phaseTexts[progress?.phase ?? 'preparing'],
    isWaiting: notice !== undefined,
    notice,
    speed: isMoving ? format.speed(progress.bytesPerSecond) : '',
    timeLeft: secondsLeft === null ? '' : t('web.upload.timeLeft', { time: format.duration(secondsLeft) }),
  };
}

function noticeOf(progress: RunProgress | null, isOnline: boolean): MessageKey | undefined {
  if (!isOnline) return 'web.upload.offline';
  const error = progress?.retriesAfter;
  if (!error) return undefined;
  return error instanceof NetworkError ? 'web.upload.waitingForNetwork' : 'web.upload.waitingForServer';
}

function ratioOfRun(progress: RunProgress | null): number {
  if (!progress) return 0;
  if (progress.bytes.total > 0) return Math.min(progress.bytes.sent / progress.bytes.total, 1);
  return progress.files.total > 0 ? progress.files.finished / progress.files.total : 0;
}

const phaseTexts = {
  preparing: 'web.upload.phasePreparing',
  uploading: 'web.upload.phaseUploading',
  publishing: 'web.upload.phasePublishing',
  done: 'web.upload.phasePublishing',
} as const satisfies Record<RunProgress['phase'], MessageKey>;

import { describeError } from '#sdk/i18n/describe-error.js';
import { formatBytes, formatDuration, formatPercent, formatSpeed } from '#sdk/i18n/format.js';
import type { Translator } from '#sdk/i18n/translate.js';
import type { TransferPhase, TransferState } from './transfer.ts';

/** The name of a phase. */
export function phaseName({ t }: Translator, phase: TransferPhase): string {
  return t(`cli.phases.${phase}`);
}

/** Says why the whole transfer is waiting; null if it is not. */
export function waitOf(translator: Translator, { phase, retriesAfter }: TransferState): string | null {
  if (!retriesAfter) return null;
  const problem = describeError(translator, retriesAfter);
  return translator.t('cli.progress.retrying', { phase: phaseName(translator, phase), problem });
}

/** Returns the progress from 0 to 1; null when it cannot be known. Empty files count too. */
export function ratioOf({ bytes, files }: TransferState): number | null {
  if (bytes.total === null) return null;
  if (bytes.total > 0) return bytes.done / bytes.total;
  return files.total > 0 ? files.finished / files.total : 0;
}

/** `54%` */
export function percentOf(translator: Translator, ratio: number): string {
  return formatPercent(translator.locale, ratio);
}

/** The facts below the bar: `1.2 GB of 2.3 GB`, `45 MB/s`, `24 sec left`, `3 of 10 files`. */
export function factsOf(translator: Translator, state: TransferState): string[] {
  const { t, locale } = translator;
  const { bytes, files, bytesPerSecond, secondsLeft } = state;
  return [
    describeBytes(translator, bytes),
    ...(bytesPerSecond > 0 ? [formatSpeed(locale, bytesPerSecond)] : []),
    ...(secondsLeft === null ? [] : [t('cli.progress.left', { time: formatDuration(locale, secondsLeft) })]),
    t('cli.progress.files', { finished: files.finished, count: files.total }),
    ...(files.failed > 0 ? [t('cli.progress.failed', { count: files.failed })] : []),
  ];
}

function describeBytes({ t, locale }: Translator, bytes: TransferState['bytes']): string {
  const done = formatBytes(locale, bytes.done);
  return bytes.total === null
    ? done
    : t('cli.progress.bytes', { done, total: formatBytes(locale, bytes.total) });
}

/** True for phases in which bytes are transferred. */
export function isMoving(phase: TransferPhase): boolean {
  return phase === 'uploading' || phase === 'downloading';
}

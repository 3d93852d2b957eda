import type { Translator } from '#sdk/i18n/translate.js';
import { errorText } from '../errors/error-text.ts';
import { forTerminal } from '../io/output.ts';
import type { ProgressView, TransferState } from './transfer.ts';
import { factsOf, isMoving, percentOf, phaseName, ratioOf, waitOf } from './words.ts';

const secondsBetweenLines = 5;

interface PlainInit {
  translator: Translator;
  write(line: string): void;
  /** Milliseconds; the clock of the process by default. */
  now?: () => number;
}

/** One line every few seconds and at every change of phase: for logs, pipes and screen readers. */
export function plainView({ translator, write, now = Date.now }: PlainInit): ProgressView {
  let phase: TransferState['phase'] | null = null;
  let lastLineAt = Number.NEGATIVE_INFINITY;
  let lastNotice = '';
  let lastWait: string | null = null;
  return {
    update(state) {
      const wait = waitOf(translator, state);
      if (wait !== null && wait !== lastWait) write(wait);
      lastWait = wait;
      const isNewPhase = state.phase !== phase;
      const isDue = isMoving(state.phase) && now() - lastLineAt >= secondsBetweenLines * 1000;
      if (state.phase === 'done' || (!isNewPhase && !isDue)) return;
      phase = state.phase;
      lastLineAt = now();
      write(lineOf(translator, state));
    },
    file({ path, state, error }) {
      // What failed for good is listed at the end.
      if (!error || state !== 'retrying') return;
      const problem = errorText(translator, error);
      // A server that restarts concerns every file; it is said once.
      if (problem === lastNotice) return;
      lastNotice = problem;
      write(translator.t('cli.progress.file_retrying', { path: forTerminal(path), problem }));
    },
    async close() {},
  };
}

function lineOf(translator: Translator, state: TransferState): string {
  const name = phaseName(translator, state.phase);
  if (!isMoving(state.phase)) return name;
  const ratio = ratioOf(state);
  const percent = ratio === null ? [] : [percentOf(translator, ratio)];
  return `${name}: ${[...percent, ...factsOf(translator, state)].join(' · ')}`;
}

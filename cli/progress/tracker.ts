import {
  emptyState,
  type ProgressView,
  type TransferFile,
  type TransferPhase,
  type TransferState,
} from './transfer.ts';

type Totals = Pick<TransferState, 'files' | 'bytes' | 'bytesPerSecond' | 'secondsLeft'> &
  Partial<Pick<TransferState, 'retriesAfter'>>;

/** Keeps the state of a transfer and tells the view. */
export interface TransferTracker {
  phase(phase: TransferPhase): void;
  link(link: string): void;
  totals(phase: TransferPhase, totals: Totals): void;
  file(file: TransferFile): void;
  close(): Promise<void>;
}

export function trackTransfer(view: ProgressView): TransferTracker {
  let state = emptyState;
  const active = new Map<string, TransferFile>();
  const change = (part: Partial<TransferState>) => {
    state = { ...state, ...part };
    view.update(state);
  };
  return {
    phase: (phase) => change({ phase }),
    link: (link) => change({ link }),
    totals: (phase, totals) => {
      // Not every failure names its file: those that still move come back with their next bytes.
      if (totals.files.failed > state.files.failed) active.clear();
      change({ phase, ...totals, active: [...active.values()] });
    },
    file: (file) => {
      const before = active.get(file.path);
      const isMoving = file.state === 'active' || file.state === 'retrying';
      if (isMoving) active.set(file.path, file);
      else active.delete(file.path);
      state = { ...state, active: [...active.values()] };
      if (before?.state !== file.state || file.error !== before?.error) view.file(file, state);
    },
    close: () => view.close(),
  };
}

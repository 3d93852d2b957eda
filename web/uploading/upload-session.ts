import {
  type FileSource,
  type JournalState,
  type OwnerShare,
  type UploadJournal,
  type UploadOptions,
  type UploadProgress,
  type UploadResult,
  type UploadTask,
} from '#sdk/browser.js';
import type { CreateShare } from '#sdk/contract/shares/inputs.js';
import { freshJournal } from './fresh-journal.ts';
import { isInItem, nameOfItem } from './list/upload-items.ts';
import { type PickedFile, type PickedFiles, pickFiles, type RefusedFile, sizeOf } from './picked-files.ts';
import { createProgressTracker, type RunProgress, type TrackedProgress } from './progress-tracker.ts';
import type { SummaryStore } from './summary-store.ts';
import { summarize, toUnfinished, type Unfinished } from './unfinished.ts';

export type UploadStage =
  | { kind: 'choosing'; error?: unknown }
  | { kind: 'running'; progress: RunProgress | null; share: OwnerShare | null; isPaused: boolean }
  /** Some files failed; the draft with the others is kept on the server. */
  | { kind: 'interrupted'; error: unknown; progress: RunProgress | null; share: OwnerShare }
  | { kind: 'done'; result: UploadResult; recipients: number };

export interface Removal {
  /** The name of the file or folder; null if all of them were removed */
  name: string | null;
  count: number;
  /** The files that were picked before it */
  before: PickedFiles;
}

export interface UploadSnapshot extends TrackedProgress {
  stage: UploadStage;
  files: PickedFiles;
  size: number;
  refused: readonly RefusedFile[];
  /** What was removed last; it can be put back. */
  removed: Removal | null;
  /** Stays while it is continued. */
  unfinished: Unfinished | null;
}

export interface UploadSession {
  subscribe(listener: () => void): () => void;
  getSnapshot(): UploadSnapshot;
  /** Adds files and returns how many of them were new. */
  add(picked: readonly PickedFile[]): number;
  /** Removes a file, or a folder with everything below it. */
  remove(itemKey: string): void;
  clear(): void;
  /** Puts back what was removed last. */
  undoRemove(): void;
  /** Sends the files to a new share. */
  start(share: CreateShare): void;
  /** Sends the files to the share that the journal remembers, which keeps its settings. */
  continueDraft(): void;
  pause(): void;
  resume(): void;
  /** Resolves when the upload has stopped. If canceling fails, the upload is interrupted with the reason. */
  cancel(): Promise<void>;
  /** Continues after an interruption with the files that are missing. */
  retry(): void;
  /** Discards an interrupted upload, of this visit or an earlier one. If that fails, it stays, with the reason. */
  discard(): Promise<void>;
  /** Clears the result, for another upload. */
  reset(): void;
}

export interface UploadSessionDeps {
  /** `files` are those of the sources. */
  startUpload(sources: readonly FileSource[], options: UploadOptions, files: PickedFiles): UploadTask;
  toSources(files: PickedFiles): FileSource[];
  journal: UploadJournal;
  /** Keeps what is known of a draft when another share takes its place in the journal. */
  keepLeft?(draft: JournalState): Promise<void>;
  summaries: SummaryStore;
  /** Discards the draft that a journal remembers from the server. */
  discardDraft(draft: JournalState): Promise<void>;
  /** Files that have arrived stay when the rest is canceled, and are no longer picked. */
  keepsArrived?: boolean;
  /** Called with the number of files that are being retried. */
  onRetrying(count: number): void;
}

/**
 * An upload of this tab. It lives outside of the components, so that it continues on other pages, and
 * publishes a new snapshot only a few times a second, however many files report progress.
 */
export function createUploadSession(deps: UploadSessionDeps): UploadSession {
  const listeners = new Set<() => void>();
  let snapshot: UploadSnapshot = emptySnapshot();
  let task: UploadTask | undefined;
  let isCancelling = false;
  let share: CreateShare = {};
  let continueDraft = false;
  let summarizedAt = Number.NEGATIVE_INFINITY;
  const { journal, summaries } = deps;
  const tracker = createProgressTracker({
    onChange: publishProgress,
    onRetrying: (count) => deps.onRetrying(count),
  });

  function publish(changes: Partial<UploadSnapshot>): void {
    snapshot = { ...snapshot, ...changes };
    for (const listener of listeners) listener();
  }

  function publishProgress(): void {
    const { stage } = snapshot;
    const progress = tracker.readProgress();
    publish({ ...tracker.read(), stage: stage.kind === 'running' ? { ...stage, progress } : stage });
  }

  function setFiles(files: PickedFiles, refused: readonly RefusedFile[]): void {
    tracker.follow(files);
    publish({ files, size: sizeOf(files), items: tracker.read().items, refused });
  }

  function removeTo(left: PickedFiles, name: string | null): void {
    const before = snapshot.files;
    publish({ removed: { name, count: before.size - left.size, before } });
    setFiles(left, []);
  }

  function updateRunning(changes: Partial<Extract<UploadStage, { kind: 'running' }>>): void {
    if (snapshot.stage.kind === 'running') publish({ stage: { ...snapshot.stage, ...changes } });
  }

  function run(remembered: UploadJournal): void {
    tracker.begin();
    publish({
      stage: { kind: 'running', progress: null, share: null, isPaused: false },
      ...tracker.read(),
      removed: null,
      ...(!continueDraft && { unfinished: null }),
    });
    window.addEventListener('beforeunload', warnBeforeLeaving);
    const { files } = snapshot;
    const options = {
      share,
      continueDraft,
      journal: remembered,
      onFile: tracker.handleFile,
      onProgress: handleProgress,
      onShare: (created: OwnerShare) => updateRunning({ share: created }),
    };
    task = deps.startUpload(deps.toSources(files), options, files);
    task.finished.then(handleDone, handleFailure).finally(() => {
      task = undefined;
      window.removeEventListener('beforeunload', warnBeforeLeaving);
    });
  }

  function handleProgress(progress: UploadProgress): void {
    tracker.handleProgress(progress);
    const { stage, ...picked } = snapshot;
    const isDue = performance.now() - summarizedAt > summarizeEvery;
    if (!isDue || stage.kind !== 'running' || !stage.share) return;
    summarizedAt = performance.now();
    const summary = summarize(stage.share, picked, progress.bytes.sent);
    if (summary) summaries.save(summary);
  }

  function handleDone(result: UploadResult): void {
    const recipients = share.recipients?.length ?? 0;
    publish({ stage: { kind: 'done', result, recipients }, unfinished: null });
  }

  function handleFailure(error: unknown): void {
    const { stage } = snapshot;
    if (stage.kind !== 'running' || isCancelling) return;
    const { share: draft } = stage;
    const progress = tracker.readProgress();
    publish({
      stage: draft ? { kind: 'interrupted', error, progress, share: draft } : { kind: 'choosing', error },
      ...tracker.read(),
    });
    void offerUnfinished();
  }

  async function offerUnfinished(): Promise<void> {
    const state = await journal.load();
    if (snapshot.stage.kind === 'choosing') publish({ unfinished: state && toUnfinished(state, summaries) });
  }

  function backToChoosing(): void {
    tracker.clearNotable();
    publish({ stage: { kind: 'choosing' }, notable: new Map(), unfinished: null });
    const left = [...snapshot.files].filter(([path]) => !(deps.keepsArrived && tracker.hasArrived(path)));
    setFiles(new Map(left), []);
  }

  function warnBeforeLeaving(event: BeforeUnloadEvent): void {
    event.preventDefault();
  }

  void offerUnfinished();

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    add(picked) {
      const { files, added, refused } = pickFiles(snapshot.files, picked);
      setFiles(files, refused);
      return added;
    },
    remove(itemKey) {
      const left = [...snapshot.files].filter(([path]) => !isInItem(path, itemKey));
      removeTo(new Map(left), nameOfItem(itemKey));
    },
    clear: () => removeTo(new Map(), null),
    undoRemove() {
      const { removed, files, refused } = snapshot;
      if (!removed) return;
      setFiles(new Map([...removed.before, ...files]), refused);
      publish({ removed: null });
    },
    start(options) {
      share = options;
      continueDraft = false;
      run(freshJournal(journal, deps.keepLeft ?? forget));
    },
    continueDraft() {
      share = {};
      continueDraft = true;
      run(journal);
    },
    pause() {
      task?.pause();
      updateRunning({ isPaused: true });
    },
    resume() {
      task?.resume();
      updateRunning({ isPaused: false });
    },
    async cancel() {
      isCancelling = true;
      const problem = await task?.cancel().then(() => undefined, toProblem);
      isCancelling = false;
      if (problem) handleFailure(problem.error);
      else if (snapshot.stage.kind === 'running') backToChoosing();
    },
    retry: () => run(journal),
    async discard() {
      const problem = await discardJournal(journal, deps).then(() => undefined, toProblem);
      const { stage } = snapshot;
      if (stage.kind !== 'choosing' && stage.kind !== 'interrupted') return;
      if (problem) publish({ stage: { ...stage, ...problem } });
      else backToChoosing();
    },
    reset() {
      tracker.follow(new Map());
      tracker.begin();
      publish(emptySnapshot());
    },
  };
}

/** Milliseconds */
const summarizeEvery = 1000;

function emptySnapshot(): UploadSnapshot {
  return {
    stage: { kind: 'choosing' },
    files: new Map(),
    size: 0,
    items: new Map(),
    refused: [],
    removed: null,
    notable: new Map(),
    unfinished: null,
  };
}

const forget = async () => {};

async function discardJournal(
  journal: UploadJournal,
  { discardDraft }: Pick<UploadSessionDeps, 'discardDraft'>,
): Promise<void> {
  const state = await journal.load();
  if (state) await discardDraft(state);
  await journal.clear();
}

const toProblem = (error: unknown) => ({ error });

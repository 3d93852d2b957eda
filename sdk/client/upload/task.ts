import { NetworkError } from '../core/transport.ts';
import type { UploadDeps } from './deps.ts';
import type { FileSource, JournalState, UploadOptions, UploadTask } from './types.ts';

/** Starts an upload. The code is loaded with the first upload, so that pages that only show a share do not load it. */
export function startUpload(
  deps: UploadDeps,
  sources: readonly FileSource[],
  options: UploadOptions,
): UploadTask {
  let task: UploadTask | undefined;
  const starting = start();
  const finished = starting.then((started) => started.finished);
  // A caller that only listens to events must not be told of an unhandled rejection.
  finished.catch(() => undefined);

  async function start(): Promise<UploadTask> {
    const { runUpload } = await loadUploads();
    task = runUpload(deps, sources, options);
    return task;
  }
  /** Runs an action on the task, at once or as soon as the task exists. */
  function act(action: (task: UploadTask) => void): void {
    if (task) action(task);
    else starting.then(action).catch(() => undefined);
  }
  return {
    finished,
    pause: (path) => act((started) => started.pause(path)),
    resume: (path) => act((started) => started.resume(path)),
    retry: (path) => act((started) => started.retry(path)),
    cancel: async (path) => (task ?? (await starting)).cancel(path),
  };
}

/** Discards what an earlier run left; see `FileshareClient.discardUpload`. */
export async function discardUpload(deps: UploadDeps, left: JournalState): Promise<void> {
  const { discardLeft } = await loadUploads();
  await discardLeft(deps, left);
}

function loadUploads() {
  return import('./upload.ts').catch((cause: unknown) => {
    throw new NetworkError('The code of uploads could not be loaded.', { cause });
  });
}

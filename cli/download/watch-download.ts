import { clientVariables } from '#sdk/contract/environment.js';
import type { AppError } from '#sdk/contract/errors.js';
import type { DownloadOptions } from '#sdk/index.js';
import type { Context } from '../context.ts';
import { askPassword } from '../options/passwords.ts';
import { chooseProgressView } from '../progress/choose.ts';
import { type TransferTracker, trackTransfer } from '../progress/tracker.ts';

/** What a download gets from its surroundings while it runs. */
export interface DownloadWatch {
  options: Required<Pick<DownloadOptions, 'signal'>> & Pick<DownloadOptions, 'onPassword'>;
  /** Shows progress, unless a question is on the screen. */
  show(draw: (tracker: TransferTracker) => void): void;
  close(): Promise<void>;
}

const attempts = 3;

/** Shows a download, and asks for the password of the share if one is needed in the middle and somebody is there. */
export async function watchDownload(context: Context): Promise<DownloadWatch> {
  const open = async () => trackTransfer(await chooseProgressView(context));
  let tracker: TransferTracker | null = await open();
  let asked = 0;
  const interrupted = new AbortController();

  async function close(): Promise<void> {
    const closing = tracker;
    tracker = null;
    await closing?.close();
  }

  async function handlePassword(problem: AppError): Promise<string | undefined> {
    if (++asked > attempts) return undefined;
    const { t } = context.translator;
    await close();
    const isWrong = problem.code === 'share_password_wrong';
    context.output.note(t(isWrong ? 'errors.share_password_wrong' : 'cli.download.password_set'));
    try {
      const question = t('cli.prompts.share_password');
      const password = await askPassword(context, { question, variable: clientVariables.password });
      tracker = await open();
      return password;
    } catch (error) {
      interrupted.abort(error);
      throw error;
    }
  }

  return {
    options: {
      signal: AbortSignal.any([context.signal, interrupted.signal]),
      ...(context.terminal.isInteractive && { onPassword: handlePassword }),
    },
    show: (draw) => {
      if (tracker) draw(tracker);
    },
    close,
  };
}

import { createHash } from 'node:crypto';
import { AppError } from '#sdk/contract/errors.js';
import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { writeStdout } from '../io/output.ts';
import { chooseProgressView } from '../progress/choose.ts';
import { trackTransfer } from '../progress/tracker.ts';
import { emptyState } from '../progress/transfer.ts';
import type { DownloadRun } from './run-download.ts';

/**
 * Refuses options that cannot be intended, before a view of the share is used up.
 *
 * @throws CliError `usage`
 */
export function assertStdoutIsFree({ streams, options }: Context): void {
  if (options.json) throw new CliError({ exit: 'usage', key: 'cli.errors.stdout_json' });
  if (streams.stdout.isTTY) throw new CliError({ exit: 'usage', key: 'cli.errors.stdout_is_terminal' });
}

/**
 * Writes the bytes of one file, or of several as a ZIP archive, to stdout. A single file is verified: too late
 * for the reader of the pipe, but the exit code shows the result.
 */
export async function downloadToStdout(context: Context, run: DownloadRun): Promise<void> {
  const tracker = trackTransfer(await chooseProgressView(context));
  const { client, share, files, isAll, options } = run;
  try {
    const content = await client.readShare(share.id, {
      share,
      signal: context.signal,
      ...(options.limitRate === undefined ? {} : { limitRate: options.limitRate }),
      ...(isAll && files.length !== 1 ? {} : { files }),
    });
    const hash = createHash('sha256');
    let done = 0;
    for await (const chunk of content.chunks) {
      hash.update(chunk);
      await writeStdout(context, chunk);
      done += chunk.length;
      const bytes = { total: content.size, done, resumed: 0 };
      tracker.totals('downloading', { ...emptyState, files: { total: 1, finished: 0, failed: 0 }, bytes });
    }
    const [file] = files;
    const isDamaged = files.length === 1 && file && options.verify && hash.digest('hex') !== file.sha256;
    if (isDamaged) throw new AppError('file_damaged', { path: file.path });
  } finally {
    await tracker.close();
  }
}

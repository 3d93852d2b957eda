import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { writeStdout } from '../io/output.ts';
import { emptyState } from '../progress/transfer.ts';
import { explainDamage } from './explain-damage.ts';
import type { DownloadRun } from './run-download.ts';
import { watchDownload } from './watch-download.ts';

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
 * Writes the bytes of one file, or of a ZIP archive, to stdout. Files are compared with their checksums: too late for
 * the reader of the pipe, but the exit code shows the result.
 */
export async function downloadToStdout(context: Context, run: DownloadRun): Promise<void> {
  const watch = await watchDownload(context);
  const { client, share, files, isAll, isArchive, options } = run;
  try {
    const content = await client.readShare(share.id, {
      share,
      archive: isArchive,
      verify: options.verify ?? true,
      ...watch.options,
      ...(options.password === undefined ? {} : { password: options.password }),
      ...(options.limitRate === undefined ? {} : { limitRate: options.limitRate }),
      ...(isAll && (isArchive || files.length !== 1) ? {} : { files }),
    });
    let done = 0;
    for await (const chunk of content.chunks) {
      await writeStdout(context, chunk);
      done += chunk.length;
      const bytes = { total: content.size, done, resumed: 0 };
      const totals = { ...emptyState, files: { total: 1, finished: 0, failed: 0 }, bytes };
      watch.show((tracker) => tracker.totals('downloading', totals));
    }
  } catch (error) {
    throw explainDamage(context.translator, error);
  } finally {
    await watch.close();
  }
}

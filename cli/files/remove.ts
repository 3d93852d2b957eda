import type { OwnerFile } from '#sdk/contract/files.js';
import { formatBytes } from '#sdk/i18n/format.js';
import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { errorText } from '../errors/error-text.ts';
import type { LocatedShare } from '../find/share.ts';
import { confirmAction } from '../io/confirm.ts';
import { forTerminal } from '../io/output.ts';
import { shortList } from '../io/short-list.ts';

/**
 * Names the files that will be gone, and asks.
 *
 * @throws CliError `failure` unless the answer is yes
 */
export async function confirmRemoval(context: Context, files: readonly OwnerFile[]): Promise<void> {
  const { t, locale } = context.translator;
  await confirmAction(context, {
    consequences: shortList(context.translator, files, {
      describe: (file) => `${formatBytes(locale, file.size)}  ${forTerminal(file.path)}`,
    }),
    question: t('cli.prompts.remove_files', { count: files.length }),
  });
}

/**
 * Refuses to remove all files of a share, unless it is a draft. The server would only refuse the last one, after the
 * others.
 *
 * @throws CliError `usage`
 */
export async function refuseRemovingAll({ client, server, id }: LocatedShare): Promise<void> {
  const { state } = await client.shares.getOwned({ params: { id } });
  if (state === 'draft') return;
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.removes_all_files',
    hint: { key: 'cli.hints.delete_share', params: { link: `${server}/s/${id}` } },
  });
}

/** @throws CliError `partial`, with what is gone, when a later file fails */
export async function removeAll(
  context: Context,
  { client, id }: Pick<LocatedShare, 'client' | 'id'>,
  files: readonly OwnerFile[],
): Promise<string[]> {
  const removed: string[] = [];
  for (const file of files) {
    try {
      await client.files.remove({ params: { id, fileId: file.id } });
    } catch (error) {
      if (removed.length === 0) throw error;
      throw partlyRemoved(context, { removed, file, error });
    }
    removed.push(file.path);
  }
  return removed;
}

function partlyRemoved(
  { translator }: Context,
  { removed, file, error }: { removed: readonly string[]; file: OwnerFile; error: unknown },
): CliError {
  return new CliError({
    exit: 'partial',
    key: 'cli.errors.partly_removed',
    params: {
      count: removed.length,
      files: shortList(translator, removed, { describe: forTerminal }).join(', '),
      path: forTerminal(file.path),
      problem: errorText(translator, error),
    },
    details: { removed, failed: file.path },
    cause: error,
  });
}

import * as z from 'zod/mini';
import type { OwnerFile } from '#sdk/contract/files.js';
import { errorMessage } from '#sdk/i18n/describe-error.js';
import { formatBytes } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { selectFiles } from '../../download/select-files.ts';
import { CliError } from '../../errors/cli-error.ts';
import { type LocatedShare, listOwnFiles, locateOwnShare } from '../../find/share.ts';
import { assertCanConfirm, confirmAction } from '../../io/confirm.ts';
import { forTerminal } from '../../io/output.ts';

/** Maximum number of files named from a long list. */
const maxNamed = 10;

export const removeFiles = defineCommand({
  args: [
    { name: 'share', required: true },
    { name: 'files', required: true, variadic: true },
  ],
  options: z.strictObject({ yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })) }),
  async run(context, { args: [reference = '', ...patterns], options }) {
    assertCanConfirm(context, options.yes);
    const { t, locale } = context.translator;
    const located = await locateOwnShare(context, reference);
    const { client, id } = located;
    const all = await listOwnFiles(client, id);
    const files = selectFiles(all, patterns);
    if (files.length === all.length) await refuseAll(located);
    if (!options.yes) {
      const named = files
        .slice(0, maxNamed)
        .map((file) => `${formatBytes(locale, file.size)}  ${forTerminal(file.path)}`);
      const more = files.length - named.length;
      const consequences = more > 0 ? [...named, t('cli.progress.more', { count: more })] : named;
      await confirmAction(context, {
        consequences,
        question: t('cli.prompts.remove_files', { count: files.length }),
      });
    }
    const removed = await removeAll(context, located, files);
    context.output.note(t('cli.share.files_removed', { count: removed.length }));
    return { removed };
  },
  view: ({ removed }) => removed.map(forTerminal),
});

/** Refuses to remove all files, unless it is a draft. The server would only refuse the last one, after the others. */
async function refuseAll({ client, server, id }: LocatedShare): Promise<void> {
  const { state } = await client.shares.getOwned({ params: { id } });
  if (state === 'draft') return;
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.removes_all_files',
    hint: { key: 'cli.hints.delete_share', params: { link: `${server}/s/${id}` } },
  });
}

/** @throws CliError `partial`, with what is gone, when a later file fails */
async function removeAll(
  context: Context,
  { client, id }: LocatedShare,
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
  const listed = removed.slice(0, maxNamed).map(forTerminal);
  const more = removed.length - listed.length;
  return new CliError({
    exit: 'partial',
    key: 'cli.errors.partly_removed',
    params: {
      count: removed.length,
      files: [...listed, ...(more > 0 ? [translator.t('cli.progress.more', { count: more })] : [])].join(
        '\n',
      ),
      path: forTerminal(file.path),
      problem: errorMessage(translator, error),
    },
    details: { removed, failed: file.path },
    cause: error,
  });
}

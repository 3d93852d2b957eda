import path from 'node:path';
import * as z from 'zod/mini';
import type { ShareFile } from '#sdk/contract/files.js';
import { formatBytes, formatDuration } from '#sdk/i18n/format.js';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { openShare } from '../download/open-share.ts';
import { chooseOverwrite, OverwriteOption } from '../download/overwrite.ts';
import { type Downloaded, runDownload } from '../download/run-download.ts';
import { selectFiles } from '../download/select-files.ts';
import { type LocatedShare, locateShare } from '../locate-share.ts';
import { passwordOptions } from '../passwords.ts';

export const download = defineCommand({
  args: [
    { name: 'link', required: true },
    { name: 'glob', variadic: true },
  ],
  options: z.strictObject({
    output: z.optional(z.string().check(z.meta({ value: 'DIR', short: 'o' }))),
    overwrite: z.optional(OverwriteOption),
    verify: z._default(z.boolean(), true),
    parallel: z.optional(z.int().check(z.minimum(1), z.maximum(32))),
    ...passwordOptions,
  }),
  async run(context, { args: [link = '', ...patterns], options }): Promise<Downloaded> {
    const located = await locateShare(context, link);
    const { share, password } = await openShare(context, located, options);
    const files = selectFiles(await listFiles(context, located), patterns);
    const directory = path.resolve(options.output ?? '.');
    const overwrite = await chooseOverwrite(context, { option: options.overwrite, directory, files });
    const downloaded = await runDownload(context, {
      client: located.client,
      share,
      files,
      options: {
        directory,
        overwrite,
        verify: options.verify,
        ...(password === undefined ? {} : { password }),
        ...(options.parallel === undefined ? {} : { parallel: options.parallel }),
      },
    });
    report(context, downloaded);
    return downloaded;
  },
  view: ({ directory, files }) =>
    topLevelTargets(
      directory,
      files.map(({ target }) => target),
    ),
});

async function listFiles({ signal }: Context, { client, id }: LocatedShare): Promise<ShareFile[]> {
  const files: ShareFile[] = [];
  for await (const file of client.listAllFiles(id, { signal })) files.push(file);
  return files;
}

/** The files and folders that now stand in the target folder. */
function topLevelTargets(directory: string, targets: readonly string[]): string[] {
  const names = targets.map((target) => path.relative(directory, target).split(path.sep)[0] ?? '');
  return [...new Set(names)].map((name) => path.join(path.relative('.', directory), name));
}

function report({ output, translator: { t, locale } }: Context, { files, bytes, seconds }: Downloaded): void {
  const skipped = files.filter((file) => file.status === 'skipped').length;
  const size = formatBytes(locale, bytes);
  const time = formatDuration(locale, seconds);
  output.note(t('cli.download.done', { count: files.length - skipped, size, time }));
  if (skipped > 0) output.note(t('cli.download.skipped', { count: skipped }));
}

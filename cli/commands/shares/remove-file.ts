import * as z from 'zod/mini';
import { defineCommand } from '../../command.ts';
import { selectFiles } from '../../download/select-files.ts';
import { confirmRemoval, refuseRemovingAll, removeAll } from '../../files/remove.ts';
import { listOwnFiles, locateOwnShare } from '../../find/share.ts';
import { forTerminal } from '../../io/output.ts';

export const removeFiles = defineCommand({
  args: [
    { name: 'share', required: true },
    { name: 'files', required: true, variadic: true },
  ],
  options: z.strictObject({ yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })) }),
  async run(context, { args: [reference = '', ...patterns], options }) {
    const { t } = context.translator;
    const located = await locateOwnShare(context, reference);
    const { client, id } = located;
    const all = await listOwnFiles(client, id);
    const files = selectFiles(all, patterns);
    if (files.length === all.length) await refuseRemovingAll(located);
    if (!options.yes) await confirmRemoval(context, files);
    const removed = await removeAll(context, located, files);
    context.output.note(t('cli.share.files_removed', { count: removed.length }));
    return { removed };
  },
  view: ({ removed }) => removed.map(forTerminal),
});

import * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import type { ShareId } from '#sdk/contract/formats/primitives.js';
import type { QuarantinedFile } from '#sdk/contract/shares/malware.js';
import { formatBytes } from '#sdk/i18n/format.js';
import { defineCommand } from '../../../command.ts';
import type { Client, Context } from '../../../context.ts';
import { confirmAction } from '../../../io/confirm.ts';
import { forTerminal } from '../../../io/output.ts';
import { connect } from '../../../server/connect.ts';
import { findFiles } from './find-file.ts';

export const remove = defineCommand({
  args: [{ name: 'file', text: 'quarantined_file', required: true, variadic: true }],
  options: z.strictObject({ yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })) }),
  async run(context, { args, options }) {
    const { client } = await connect(context);
    const files = await findFiles(client, args);
    if (!options.yes) await confirm(context, client, files);
    const deletedShares: ShareId[] = [];
    for (const file of files) {
      if (await removeFile(client, file)) deletedShares.push(file.share.id);
    }
    return { deleted: files.map(({ id }) => id), deletedShares };
  },
  view: ({ deleted }) => deleted,
});

/** Names the files, and the shares that have no other ones. */
async function confirm(context: Context, client: Client, files: readonly QuarantinedFile[]): Promise<void> {
  const { t, locale } = context.translator;
  const consequences = files.map(({ path, size, signature, share }) =>
    t('cli.quarantine.consequence', {
      path: forTerminal(path),
      size: formatBytes(locale, size),
      signature: forTerminal(signature),
      share: nameOf(share),
    }),
  );
  for (const share of new Map(files.map((file) => [file.share.id, file.share])).values()) {
    const { state, fileCount } = await client.shares.getOwned({ params: { id: share.id } });
    const isEmptied = files.filter((file) => file.share.id === share.id).length === fileCount;
    if (state !== 'draft' && isEmptied)
      consequences.push(t('cli.quarantine.share_consequence', { share: nameOf(share) }));
  }
  const question = t('cli.prompts.remove_quarantined', { count: files.length });
  await confirmAction(context, { consequences, question });
}

function nameOf({ id, name, owner }: QuarantinedFile['share']): string {
  const share = name === null ? id : `${name} (${id})`;
  return forTerminal(owner === null ? share : `${share}, ${owner}`);
}

/** Returns whether its share was deleted with it: a published share is never without files. */
async function removeFile(client: Client, { id, share }: QuarantinedFile): Promise<boolean> {
  try {
    await client.files.remove({ params: { id: share.id, fileId: id } });
    return false;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'share_empty') throw error;
    await client.shares.remove({ params: { id: share.id } });
    return true;
  }
}

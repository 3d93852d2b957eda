import * as z from 'zod/mini';
import type { QuarantinedFile } from '#sdk/contract/shares/malware.js';
import { defineCommand } from '../../../command.ts';
import { connect } from '../../../server/connect.ts';
import { sizeColumn, textColumn, timeColumn } from '../../../ui/column-kinds.ts';
import { columnsOption, listLines, type TableColumn } from '../../../ui/table.ts';

const columns: readonly TableColumn<QuarantinedFile>[] = [
  textColumn('id', ({ id }) => id),
  timeColumn('found', ({ foundAt }) => foundAt, { rank: 4 }),
  textColumn('malware', ({ signature }) => signature, { rank: 1, leastWidth: 16 }),
  sizeColumn('size', ({ size }) => size, { rank: 3 }),
  textColumn('share', ({ share }) => share.id, { rank: 5 }),
  textColumn('owner', ({ share }) => share.owner, { rank: 2, leastWidth: 8 }),
  textColumn('path', ({ path }) => path, { leastWidth: 16 }),
];

export const list = defineCommand({
  options: z.strictObject({ columns: columnsOption(columns) }),
  async run(context) {
    const { client } = await connect(context);
    const { files, isScanning } = await client.malware.list();
    if (!isScanning) context.output.note(context.translator.t('cli.quarantine.off'));
    else if (files.length === 0) context.output.note(context.translator.t('cli.quarantine.none'));
    return { files, isScanning };
  },
  view: ({ files }, context, options) => listLines(files, context, { columns, chosen: options?.columns }),
});

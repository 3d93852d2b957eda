import * as z from 'zod/mini';
import type { QuarantinedFile } from '#sdk/contract/shares/malware.js';
import { formatBytes, formatDateTime } from '#sdk/i18n/format.js';
import { defineCommand } from '../../../command.ts';
import { forTerminal } from '../../../io/output.ts';
import { connect } from '../../../server/connect.ts';
import { columnsOption, listLines, type TableColumn } from '../../../ui/table.ts';

const columns: readonly TableColumn<QuarantinedFile>[] = [
  { name: 'id', rawOf: ({ id }) => id, cellOf: ({ id }) => id },
  {
    name: 'found',
    rawOf: ({ foundAt }) => foundAt,
    cellOf: ({ foundAt }, { translator: { locale } }) => formatDateTime(locale, foundAt),
    rank: 4,
  },
  {
    name: 'malware',
    rawOf: ({ signature }) => forTerminal(signature),
    cellOf: ({ signature }) => forTerminal(signature),
    rank: 1,
    leastWidth: 16,
  },
  {
    name: 'size',
    rawOf: ({ size }) => size,
    cellOf: ({ size }, { translator: { locale } }) => formatBytes(locale, size),
    isNumber: true,
    rank: 3,
  },
  { name: 'share', rawOf: ({ share }) => share.id, cellOf: ({ share }) => share.id, rank: 5 },
  {
    name: 'owner',
    rawOf: ({ share }) => forTerminal(share.owner ?? ''),
    cellOf: ({ share }) => forTerminal(share.owner ?? ''),
    rank: 2,
    leastWidth: 8,
  },
  {
    name: 'path',
    rawOf: ({ path }) => forTerminal(path),
    cellOf: ({ path }) => forTerminal(path),
    leastWidth: 16,
  },
];

export const list = defineCommand({
  options: z.strictObject({ columns: columnsOption(columns) }),
  async run(context) {
    const { client } = await connect(context);
    const { files } = await client.malware.list();
    if (files.length === 0) context.output.note(context.translator.t('cli.quarantine.none'));
    return { files };
  },
  view: ({ files }, context, options) => listLines(files, context, { columns, chosen: options?.columns }),
});

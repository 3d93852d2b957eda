import * as z from 'zod/mini';
import type { ApiKey } from '#sdk/contract/api-keys.js';
import { formatDate, formatDateTime } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import { forTerminal } from '../../io/output.ts';
import { connect } from '../../server/connect.ts';
import { columnsOption, listLines, type TableColumn } from '../../ui/table.ts';

const columns: readonly TableColumn<ApiKey>[] = [
  { name: 'id', rawOf: ({ id }) => id, cellOf: ({ id }) => id },
  {
    name: 'scopes',
    rawOf: ({ scopes }) => scopes.join(','),
    cellOf: ({ scopes }) => scopes.join(','),
    rank: 3,
    leastWidth: 12,
  },
  {
    name: 'created',
    rawOf: ({ createdAt }) => createdAt,
    cellOf: ({ createdAt }, { translator: { locale } }) => formatDate(locale, createdAt),
    rank: 4,
  },
  {
    name: 'expires',
    rawOf: ({ expiresAt }) => expiresAt ?? 'never',
    cellOf: ({ expiresAt }, { translator: { t, locale } }) =>
      expiresAt === null ? t('cli.never') : formatDate(locale, expiresAt),
    rank: 1,
  },
  {
    name: 'last_used',
    rawOf: ({ lastUsedAt }) => lastUsedAt ?? 'never',
    cellOf: ({ lastUsedAt }, { translator: { t, locale } }) =>
      lastUsedAt === null ? t('cli.never') : formatDateTime(locale, lastUsedAt),
    rank: 2,
  },
  {
    name: 'name',
    rawOf: ({ name }) => forTerminal(name),
    cellOf: ({ name }) => forTerminal(name),
    leastWidth: 12,
  },
];

export const listKeys = defineCommand({
  options: z.strictObject({ columns: columnsOption(columns) }),
  async run(context) {
    const { client } = await connect(context);
    const apiKeys = await client.apiKeys.list();
    if (apiKeys.length === 0) context.output.note(context.translator.t('cli.key.none'));
    return { apiKeys };
  },
  view: ({ apiKeys }, context, options) => listLines(apiKeys, context, { columns, chosen: options?.columns }),
});

import * as z from 'zod/mini';
import type { ApiKey } from '#sdk/contract/api-keys.js';
import { formatDate, formatDateTime } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { forTerminal } from '../../io/output.ts';
import { connect } from '../../server/connect.ts';
import { alignColumns } from '../../ui/columns.ts';

export const listKeys = defineCommand({
  options: z.strictObject({}),
  async run(context) {
    const { client } = await connect(context);
    const apiKeys = await client.apiKeys.list();
    if (apiKeys.length === 0) context.output.note(context.translator.t('cli.key.none'));
    return { apiKeys };
  },
  view: ({ apiKeys }, context) =>
    context.streams.stdout.isTTY ? tableOf(apiKeys, context) : apiKeys.map(toTabbedLine),
});

/** For people; the name is last, because its width on the screen is not known. */
function tableOf(apiKeys: readonly ApiKey[], { translator: { t, locale } }: Context): string[] {
  if (apiKeys.length === 0) return [];
  const columns = ['id', 'scopes', 'created', 'expires', 'last_used', 'name'] as const;
  const head = columns.map((column) => t(`cli.columns.${column}`).toUpperCase());
  const rows = apiKeys.map((key) => [
    key.id,
    key.scopes.join(','),
    formatDate(locale, key.createdAt),
    key.expiresAt === null ? t('cli.never') : formatDate(locale, key.expiresAt),
    key.lastUsedAt === null ? t('cli.never') : formatDateTime(locale, key.lastUsedAt),
    forTerminal(key.name),
  ]);
  return alignColumns([head, ...rows], new Set());
}

/** For pipes: id, scopes, creation, expiry, last use, name. */
function toTabbedLine({ id, scopes, createdAt, expiresAt, lastUsedAt, name }: ApiKey): string {
  return [
    id,
    scopes.join(','),
    createdAt,
    expiresAt ?? 'never',
    lastUsedAt ?? 'never',
    forTerminal(name),
  ].join('\t');
}

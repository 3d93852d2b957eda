import * as z from 'zod/mini';
import { type OwnerShare, ShareState, shares } from '#sdk/contract/shares.js';
import { formatBytes, formatDate, formatNumber } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import { type Connection, connect } from '../../connect.ts';
import type { Context } from '../../context.ts';
import { forTerminal } from '../../output.ts';
import { alignColumns } from '../../ui/columns.ts';

const maxPerPage = 200;

interface ListOptions {
  state?: ShareState | undefined;
  search?: string | undefined;
  limit: number;
}

export const list = defineCommand({
  options: z.strictObject({
    state: z.optional(ShareState),
    search: shares.list.query.shape.search,
    limit: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 50),
  }),
  async run(context, { options }) {
    const { client } = await connect(context);
    const found = await fetchShares(client, options);
    if (found.length === 0) context.output.note(context.translator.t('cli.list.empty'));
    return { shares: found };
  },
  view: (result, context) =>
    context.streams.stdout.isTTY ? tableOf(result.shares, context) : result.shares.map(toTabbedLine),
});

async function fetchShares(
  client: Connection['client'],
  { limit, ...filter }: ListOptions,
): Promise<OwnerShare[]> {
  const found: OwnerShare[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...filter, limit: String(Math.min(limit - found.length, maxPerPage)), cursor };
    const page = await client.shares.list({ query });
    found.push(...page.shares);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && found.length < limit);
  return found;
}

/** For people; the name stands last, because its width on the screen is not known. */
function tableOf(found: readonly OwnerShare[], { translator: { t, locale } }: Context): string[] {
  if (found.length === 0) return [];
  const columns = ['id', 'state', 'files', 'size', 'expires', 'visitors', 'name'] as const;
  const head = columns.map((column) => t(`cli.columns.${column}`).toUpperCase());
  const rows = found.map((share) => [
    share.id,
    t(`cli.states.${share.state}`),
    formatNumber(locale, share.fileCount),
    formatBytes(locale, share.size),
    share.expiresAt === null ? t('cli.never') : formatDate(locale, share.expiresAt),
    formatNumber(locale, share.visitors),
    forTerminal(share.name ?? ''),
  ]);
  return alignColumns([head, ...rows], new Set([2, 3, 5]));
}

/** For pipes: id, state, files, bytes, expiry, visitors, link, name. */
function toTabbedLine(share: OwnerShare): string {
  const { id, state, fileCount, size, expiresAt, visitors, url, name } = share;
  return [id, state, fileCount, size, expiresAt ?? 'never', visitors, url, forTerminal(name ?? '')].join(
    '\t',
  );
}

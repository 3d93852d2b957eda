import * as z from 'zod/mini';
import type { ShareFile } from '#sdk/contract/files.js';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { formatBytes, formatDateTime, formatNumber } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { locateOwnShare } from '../../locate-share.ts';
import { forTerminal } from '../../output.ts';
import { alignColumns } from '../../ui/columns.ts';

interface ShownShare {
  share: OwnerShare;
  files?: ShareFile[];
}

export const show = defineCommand({
  args: [{ name: 'share', required: true }],
  options: z.strictObject({ files: z._default(z.boolean(), false) }),
  async run(context, { args: [reference = ''], options }): Promise<ShownShare> {
    const { client, id } = await locateOwnShare(context, reference);
    const share = await client.shares.getOwned({ params: { id } });
    if (!options.files) return { share };
    const files: ShareFile[] = [];
    for await (const file of client.listAllFiles(id)) files.push(file);
    return { share, files };
  },
  view: ({ share, files = [] }, context) => [...fieldsOf(share, context), ...filesOf(files, context)],
});

function fieldsOf(share: OwnerShare, { translator: { t, locale } }: Context): string[] {
  const views = share.maxViews === null ? '' : ` / ${formatNumber(locale, share.maxViews)}`;
  const description = share.description?.split('\n').map(forTerminal) ?? [];
  const rows: [string, string][] = [
    [t('cli.columns.link'), share.url],
    [t('cli.columns.name'), forTerminal(share.name ?? '')],
    [t('cli.columns.description'), description[0] ?? ''],
    ...description.slice(1).map((line): [string, string] => ['', line]),
    [t('cli.columns.state'), t(`cli.states.${share.state}`)],
    [t('cli.columns.files'), formatNumber(locale, share.fileCount)],
    [t('cli.columns.size'), formatBytes(locale, share.size)],
    [t('cli.columns.created'), formatDateTime(locale, share.createdAt)],
    [
      t('cli.columns.expires'),
      share.expiresAt === null ? t('cli.never') : formatDateTime(locale, share.expiresAt),
    ],
    [t('cli.columns.password'), t(share.hasPassword ? 'cli.yes' : 'cli.no')],
    [t('cli.columns.visitors'), `${formatNumber(locale, share.visitors)}${views}`],
  ];
  return alignColumns(
    rows.filter(([, value]) => value !== ''),
    new Set(),
  );
}

function filesOf(files: readonly ShareFile[], { translator: { locale } }: Context): string[] {
  if (files.length === 0) return [];
  const rows = files.map((file) => [formatBytes(locale, file.size), forTerminal(file.path)]);
  return ['', ...alignColumns(rows, new Set([0]))];
}

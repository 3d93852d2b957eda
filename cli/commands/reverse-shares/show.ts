import * as z from 'zod/mini';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { formatBytes, formatDateTime, formatNumber } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { listReceived, locateReverseShare } from '../../find/reverse-share.ts';
import { expirationText } from '../../io/expiration-text.ts';
import { forTerminal } from '../../io/output.ts';
import { ownShareColumns } from '../../io/share-table.ts';
import { alignColumns } from '../../ui/columns.ts';
import { tableLines } from '../../ui/table.ts';

export interface ShownReverseShare {
  reverseShare: ReverseShare;
  shares: OwnerShare[];
}

export const show = defineCommand({
  args: [{ name: 'reverse_share', required: true }],
  options: z.strictObject({}),
  async run(context, { args: [reference = ''] }): Promise<ShownReverseShare> {
    const { client, reverseShare } = await locateReverseShare(context, reference);
    return { reverseShare, shares: await listReceived(client, reverseShare) };
  },
  view({ reverseShare, shares }, context) {
    const table = tableLines(shares, context, { columns: ownShareColumns, chosen: undefined });
    return [...describeReverseShare(reverseShare, context), ...(table.length > 0 ? ['', ...table] : [])];
  },
});

function describeReverseShare(reverseShare: ReverseShare, { translator }: Context): string[] {
  const { t, locale } = translator;
  const yesNo = (value: boolean) => t(value ? 'cli.yes' : 'cli.no');
  const timeOf = (time: string | null) => (time === null ? t('cli.never') : formatDateTime(locale, time));
  const description = reverseShare.description?.split('\n').map(forTerminal) ?? [];
  const { maxUses, remainingUses, maxShareSize, shareExpiration } = reverseShare;
  const uses =
    maxUses === null || remainingUses === null
      ? t('cli.unlimited')
      : `${formatNumber(locale, remainingUses)} / ${formatNumber(locale, maxUses)}`;
  const rows: [string, string][] = [
    [t('cli.columns.link'), reverseShare.url],
    [t('cli.columns.name'), forTerminal(reverseShare.name ?? '')],
    [t('cli.columns.description'), description[0] ?? ''],
    ...description.slice(1).map((line): [string, string] => ['', line]),
    [t('cli.columns.state'), t(`cli.reverse_share.states.${reverseShare.state}`)],
    [t('cli.columns.created'), formatDateTime(locale, reverseShare.createdAt)],
    [t('cli.columns.expires'), timeOf(reverseShare.expiresAt)],
    [
      t('cli.columns.shares_live'),
      shareExpiration === null ? t('cli.reverse_share.default') : expirationText(translator, shareExpiration),
    ],
    [
      t('cli.columns.max_share_size'),
      maxShareSize === null ? t('cli.reverse_share.default') : formatBytes(locale, maxShareSize),
    ],
    [t('cli.columns.remaining_uses'), uses],
    [t('cli.columns.shares'), formatNumber(locale, reverseShare.shareCount)],
    [t('cli.columns.size'), formatBytes(locale, reverseShare.size)],
    [t('cli.columns.password'), yesNo(reverseShare.hasPassword)],
    [t('cli.columns.notification'), yesNo(reverseShare.sendsNotification)],
    [t('cli.columns.needs_account'), yesNo(reverseShare.requiresSignIn)],
    [t('cli.columns.simple_form'), yesNo(reverseShare.hasSimpleForm)],
  ];
  return alignColumns(
    rows.filter(([, value]) => value !== ''),
    new Set(),
  );
}

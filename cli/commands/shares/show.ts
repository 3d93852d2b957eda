import * as z from 'zod/mini';
import type { OwnerFile } from '#sdk/contract/files.js';
import { shownState } from '#sdk/contract/shares/shown-state.js';
import type { Recipient, ShareDetails } from '#sdk/contract/shares.js';
import { formatBytes, formatDateTime, formatNumber } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Client, Context } from '../../context.ts';
import { listOwnFiles, locateOwnShare } from '../../find/share.ts';
import { forTerminal } from '../../io/output.ts';
import { alignColumns } from '../../ui/columns.ts';

export interface ShownShare {
  share: ShareDetails;
  files?: OwnerFile[];
}

export const showOptions = z.strictObject({ files: z._default(z.boolean(), false) });

export const show = defineCommand({
  args: [{ name: 'share', required: true }],
  options: showOptions,
  async run(context, { args: [reference = ''], options }) {
    const { client, id } = await locateOwnShare(context, reference);
    return fetchShare(client, id, options);
  },
  view: describeShare,
});

export async function fetchShare(
  client: Client,
  id: string,
  { files }: { files: boolean },
): Promise<ShownShare> {
  const share = await client.shares.getOwned({ params: { id } });
  return files ? { share, files: await listOwnFiles(client, id) } : { share };
}

export function describeShare({ share, files = [] }: ShownShare, context: Context): string[] {
  const { locale, t } = context.translator;
  const recipients = share.recipients.map((recipient) => [
    forTerminal(recipient.email),
    describeRecipient(recipient, context),
  ]);
  const rows = files.map((file) => [
    formatBytes(locale, file.size),
    t('cli.share.downloads', { count: file.downloads }),
    forTerminal(file.path),
  ]);
  return [
    ...fieldsOf(share, context),
    ...withBlank(alignColumns(recipients, new Set())),
    ...withBlank(alignColumns(rows, new Set([0, 1]))),
  ];
}

function fieldsOf(share: ShareDetails, { translator: { t, locale } }: Context): string[] {
  const views = share.maxViews === null ? '' : ` / ${formatNumber(locale, share.maxViews)}`;
  const description = share.description?.split('\n').map(forTerminal) ?? [];
  const timeOf = (time: string | null) => (time === null ? t('cli.never') : formatDateTime(locale, time));
  const state = t(`cli.states.${shownState(share)}`);
  const rows: [string, string][] = [
    [t('cli.columns.link'), share.url],
    [t('cli.columns.name'), forTerminal(share.name ?? '')],
    [t('cli.columns.description'), description[0] ?? ''],
    ...description.slice(1).map((line): [string, string] => ['', line]),
    [t('cli.columns.state'), share.isAdding ? t('cli.share.adding', { state }) : state],
    [t('cli.columns.kind'), share.reverseShareId ? t('cli.share.received') : ''],
    [t('cli.columns.files'), formatNumber(locale, share.fileCount)],
    [t('cli.columns.size'), formatBytes(locale, share.size)],
    [t('cli.columns.created'), formatDateTime(locale, share.createdAt)],
    [t('cli.columns.expires'), timeOf(share.expiresAt)],
    [t('cli.columns.password'), t(share.hasPassword ? 'cli.yes' : 'cli.no')],
    [t('cli.columns.visitors'), `${formatNumber(locale, share.visitors)}${views}`],
    [t('cli.columns.downloads'), formatNumber(locale, share.downloads)],
    [t('cli.columns.last_access'), timeOf(share.lastAccessAt)],
  ];
  return alignColumns(
    rows.filter(([, value]) => value !== ''),
    new Set(),
  );
}

function describeRecipient({ state, problem, changedAt }: Recipient, { translator }: Context): string {
  const { t, locale } = translator;
  const text = t(`cli.recipients.${state}`, { time: formatDateTime(locale, changedAt) });
  return problem === null ? text : `${text}: ${forTerminal(problem)}`;
}

function withBlank(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}

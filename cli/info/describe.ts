import { formatBytes, formatDateTime, formatDuration, formatNumber } from '#sdk/i18n/format.js';
import type { Context } from '../context.ts';
import { expirationText } from '../io/expiration-text.ts';
import { forTerminal } from '../io/output.ts';
import { alignColumns } from '../ui/columns.ts';
import type { ReverseShareInfo, ShareInfo } from './link.ts';
import type { ServerInfo } from './server.ts';

type Row = readonly [label: string, value: string];

/** The lines for people: a label and a value each, without those that have none. */
export function describeInfo(info: ShareInfo | ReverseShareInfo | ServerInfo, context: Context): string[] {
  const rows = rowsOf(info, context).filter(([, value]) => value !== '');
  return alignColumns(rows, new Set());
}

function rowsOf(info: ShareInfo | ReverseShareInfo | ServerInfo, context: Context): readonly Row[] {
  if (info.kind === 'share') return describeShare(info, context);
  return info.kind === 'server' ? describeServer(info, context) : describeReverseShare(info, context);
}

function describeShare(info: ShareInfo, context: Context): readonly Row[] {
  const { server, id, access, maxViews, share, state } = info;
  const { t, locale } = context.translator;
  const first: Row[] = [
    [t('cli.columns.link'), `${server}/s/${id}`],
    [t('cli.columns.kind'), t('cli.info.share')],
    [t('cli.columns.access'), t(`cli.info.access.${access}`, { count: maxViews ?? 0 })],
    [t('cli.columns.state'), state === null ? '' : t(`cli.states.${state}`)],
  ];
  if (!share) return first;
  return [
    ...first,
    [t('cli.columns.name'), forTerminal(share.name ?? '')],
    [t('cli.columns.files'), formatNumber(locale, share.fileCount)],
    [t('cli.columns.size'), formatBytes(locale, share.size)],
    [t('cli.columns.created'), formatDateTime(locale, share.createdAt)],
    [t('cli.columns.expires'), timeText(context, share.expiresAt)],
  ];
}

function describeReverseShare({ server, invitation }: ReverseShareInfo, context: Context): readonly Row[] {
  const { name, owner, expiresAt, maxShareSize, hasPassword, requiresSignIn } = invitation;
  const { t } = context.translator;
  return [
    [t('cli.columns.server'), server],
    [t('cli.columns.kind'), t('cli.info.reverse_share')],
    [t('cli.columns.name'), forTerminal(name ?? '')],
    [t('cli.columns.owner'), forTerminal(owner)],
    [t('cli.columns.expires'), timeText(context, expiresAt)],
    [t('cli.columns.max_share_size'), sizeText(context, maxShareSize)],
    [t('cli.columns.password'), yesNo(context, hasPassword)],
    [t('cli.columns.needs_account'), yesNo(context, requiresSignIn)],
  ];
}

function describeServer(info: ServerInfo, context: Context): readonly Row[] {
  const { t, locale } = context.translator;
  const { maxExpirationHours: hours } = info;
  return [
    [t('cli.columns.server'), info.server],
    [t('cli.columns.name'), forTerminal(info.name)],
    [t('cli.columns.version'), forTerminal(info.version)],
    [t('cli.columns.username'), forTerminal(info.username ?? '')],
    [t('cli.columns.limits_for'), t(`cli.info.creators.${info.limitsFor}`)],
    [t('config.share.maxSize.label'), sizeText(context, info.maxShareSize)],
    [t('config.share.maxFiles.label'), formatNumber(locale, info.maxFiles)],
    [t('cli.columns.needs_password'), yesNo(context, info.needsPassword)],
    [t('cli.columns.quota'), info.limitsFor === 'guest' ? '' : sizeText(context, info.userQuota)],
    [
      t('config.share.maxExpiration.label'),
      hours === null ? t('cli.unlimited') : formatDuration(locale, hours * 3600),
    ],
    [t('config.share.defaultExpiration.label'), expirationText(context.translator, info.defaultExpiration)],
    [t('config.share.allowRegistration.label'), yesNo(context, info.allowsRegistration)],
    [t('config.share.allowUnauthenticatedShares.label'), yesNo(context, info.allowsAnonymousShares)],
  ];
}

function sizeText({ translator: { t, locale } }: Context, bytes: number | null): string {
  return bytes === null ? t('cli.unlimited') : formatBytes(locale, bytes);
}

function timeText({ translator: { t, locale } }: Context, time: string | null): string {
  return time === null ? t('cli.never') : formatDateTime(locale, time);
}

function yesNo({ translator: { t } }: Context, value: boolean): string {
  return t(value ? 'cli.yes' : 'cli.no');
}

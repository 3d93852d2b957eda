import * as z from 'zod/mini';
import { isProblemOfVisitors, type PublicAddress } from '#sdk/contract/formats/public-address.js';
import type { DayFigures, LargeShare, Overview, RunningServer } from '#sdk/contract/statistics.js';
import { formatBytes, formatDateTime, formatNumber } from '#sdk/i18n/format.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { defineCommand } from '../../command.ts';
import type { Client, Context } from '../../context.ts';
import { forTerminal } from '../../io/output.ts';
import { connect } from '../../server/connect.ts';
import { alignColumns } from '../../ui/columns.ts';

export const overview = defineCommand({
  options: z.strictObject({
    days: z._default(z.int().check(z.minimum(1), z.maximum(366)), 7),
  }),
  async run(context, { options }) {
    const { client } = await connect(context);
    const [figures, publicAddress] = await Promise.all([
      client.statistics.overview({ query: { days: String(options.days) } }),
      readPublicAddress(client),
    ]);
    // Only the server knows how its jobs are.
    return { ...figures, publicAddress, ...(context.local && { jobs: null }) };
  },
  view: (figures, context) =>
    context.streams.stdout.isTTY ? describeAll(figures, context) : listFigures(figures),
});

type Figures = Omit<Overview, 'jobs'> & {
  jobs: Overview['jobs'] | null;
  /** null: not known, because the answer takes long or the server is of a version that does not check it. */
  publicAddress: PublicAddress | null;
};

/** Milliseconds that the figures wait at most for the request to the public address. */
const publicAddressTimeout = 1000;

/** The figures do not depend on it: whatever fails, the answer is not known. */
const readPublicAddress = ({ system }: Client): Promise<PublicAddress | null> =>
  system.publicAddress({}, { signal: AbortSignal.timeout(publicAddressTimeout) }).catch(() => null);

/** For pipes: a name and a number on each line, or `unlimited`. */
function listFigures({
  mails,
  jobs,
  isDatabaseFull,
  backup,
  malware,
  publicAddress,
  servers,
  largestShares: _,
  days: __,
  ...figures
}: Figures): string[] {
  const all = {
    ...figures,
    databaseFull: Number(isDatabaseFull),
    mailsWaiting: mails.waiting,
    mailsFailed: mails.failed,
    ...(backup && { backupFailed: Number(backup.failure !== null) }),
    ...(malware && { malwareWaiting: malware.waiting, malwareFound: malware.found }),
    ...(isKnown(publicAddress) && {
      publicAddressFailed: Number(isProblemOfVisitors(publicAddress.problem)),
    }),
    servers: servers.length,
    ...(jobs && { jobsFailed: jobs.failed, jobsHeld: jobs.held }),
  };
  return Object.entries(all).map(([name, value]) => `${name}\t${value ?? 'unlimited'}`);
}

/** A server that does not reach the address itself cannot tell whether visitors do. */
const isKnown = (address: PublicAddress | null): address is PublicAddress =>
  address !== null && address.isChecked && address.problem !== 'unreachable';

function describeAll(figures: Figures, context: Context): string[] {
  return [
    ...describeNow(figures, context),
    '',
    ...describeServers(figures.servers, context),
    ...describeLargest(figures.largestShares, context),
    ...describeDays(figures.days, context),
  ];
}

function describeNow(figures: Figures, { translator: { t, locale } }: Context): string[] {
  const bytes = (name: 'storedBytes' | 'reservedBytes' | 'availableBytes') => {
    const size = figures[name];
    return size === null ? t('cli.overview.no_limit') : formatBytes(locale, size);
  };
  const count = (name: 'users' | 'shares' | 'drafts' | 'reverseShares' | 'files') =>
    formatNumber(locale, figures[name]);
  const rows = [
    [t('cli.overview.stored'), bytes('storedBytes')],
    [t('cli.overview.reserved'), bytes('reservedBytes')],
    [t('cli.overview.available'), bytes('availableBytes')],
    [t('cli.overview.users'), count('users')],
    [t('cli.overview.shares'), count('shares')],
    [t('cli.overview.drafts'), count('drafts')],
    [t('cli.overview.reverse_shares'), count('reverseShares')],
    [t('cli.overview.files'), count('files')],
    [t('cli.overview.mails'), t('cli.overview.waiting_failed', { ...figures.mails })],
    ...(figures.backup
      ? [
          [
            t('cli.overview.backup'),
            figures.backup.lastSuccessAt === null
              ? '-'
              : formatDateTime(locale, figures.backup.lastSuccessAt),
          ],
        ]
      : []),
    ...(figures.jobs ? [[t('cli.overview.jobs'), t('cli.overview.failed_held', { ...figures.jobs })]] : []),
  ];
  return [
    ...alignColumns(rows, new Set()),
    ...(figures.backup?.failure
      ? ['', t('cli.overview.backup_failed', { reason: figures.backup.failure })]
      : []),
    ...(figures.malware?.hasFailed ? ['', t('cli.overview.scanner_failed')] : []),
    ...(figures.malware?.found ? ['', t('cli.overview.malware', { count: figures.malware.found })] : []),
    ...(figures.isDatabaseFull ? ['', t('cli.overview.database_full')] : []),
    ...describeAddress(figures.publicAddress, t),
  ];
}

function describeAddress(address: PublicAddress | null, t: Translator['t']): string[] {
  if (!address || address.problem === null) return [];
  const { url, problem, status, expiresAt } = address;
  const reason = t(`cli.overview.address_reasons.${address.reason ?? 'unknown'}`);
  const params = {
    url: forTerminal(url),
    host: forTerminal(new URL(url).hostname),
    reason,
    status: status ?? '',
    date: expiresAt?.slice(0, 10) ?? '',
  };
  if (!isProblemOfVisitors(problem)) return ['', t('cli.overview.address_unchecked', params)];
  const finding = t(`cli.doctor.findings.address_${problem}`, params);
  const remedy = t(`cli.doctor.remedies.address_${problem}`, params);
  return ['', t('cli.overview.public_address', { finding }), remedy];
}

function describeServers(servers: readonly RunningServer[], { translator }: Context): string[] {
  const { t, locale } = translator;
  if (servers.length === 0) return [];
  const head = (['server', 'version', 'role', 'started', 'last_seen'] as const).map((name) =>
    t(`cli.columns.${name}`),
  );
  const rows = servers.map(({ name, version, role, startedAt, seenAt }) => [
    forTerminal(name),
    version,
    role,
    formatDateTime(locale, startedAt),
    formatDateTime(locale, seenAt),
  ]);
  return [t('cli.overview.servers'), ...alignColumns([toHead(head), ...rows], new Set()), ''];
}

function describeLargest(shares: readonly LargeShare[], { translator }: Context): string[] {
  const { t, locale } = translator;
  if (shares.length === 0) return [];
  const head = (['size', 'files', 'owner', 'id', 'name'] as const).map((name) => t(`cli.columns.${name}`));
  const rows = shares.map(({ size, files, owner, id, name }) => [
    formatBytes(locale, size),
    formatNumber(locale, files),
    forTerminal(owner ?? '-'),
    id,
    forTerminal(name ?? ''),
  ]);
  return [t('cli.overview.largest'), ...alignColumns([toHead(head), ...rows], new Set([0, 1])), ''];
}

function describeDays(days: readonly DayFigures[], { translator: { t, locale } }: Context): string[] {
  const head = (['day', 'stored', 'shares', 'uploads', 'uploaded', 'downloads'] as const).map((name) =>
    t(`cli.columns.${name}`),
  );
  const rows = days.map(({ day, storedBytes, shares, uploads, uploadedBytes, downloads }) => [
    day,
    storedBytes === null ? '-' : formatBytes(locale, storedBytes),
    formatNumber(locale, shares),
    formatNumber(locale, uploads),
    formatBytes(locale, uploadedBytes),
    formatNumber(locale, downloads),
  ]);
  return alignColumns([toHead(head), ...rows], new Set([1, 2, 3, 4, 5]));
}

const toHead = (names: readonly string[]) => names.map((name) => name.toUpperCase());

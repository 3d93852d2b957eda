import type { ExitName } from '#sdk/contract/errors.js';
import {
  type ImportCount,
  type ImportFinding,
  type ImportFindingCode,
  type ImportReport,
  type ImportStorage,
  importKinds,
  lossCodes,
} from '#sdk/contract/host/imports.js';
import { formatBytes, formatNumber } from '#sdk/i18n/format.js';
import type { Context } from '../../context.ts';
import { forTerminal } from '../../io/output.ts';
import { shortList } from '../../io/short-list.ts';
import { alignColumns } from '../../ui/columns.ts';

const columns = ['found', 'imported', 'present', 'left'] as const satisfies readonly (keyof ImportCount)[];

/** Describes an import: counts of both sides, then what was left out or changed, and why. */
export function describeImport(report: ImportReport, context: Context): string[] {
  const { t, locale } = context.translator;
  const { isDryRun, version, counts, bytes, storage, doctor } = report;
  const head = [t('cli.import.kind'), ...columns.map((column) => t(`cli.import.columns.${column}`))];
  const rows = importKinds.map((kind) => [
    t(`cli.import.kinds.${kind}`),
    ...columns.map((column) => formatNumber(locale, counts[kind][column])),
  ]);
  const size = { size: formatBytes(locale, bytes.imported), total: formatBytes(locale, bytes.found) };
  return [
    version,
    '',
    ...alignColumns([head.map((title) => title.toUpperCase()), ...rows], new Set([1, 2, 3, 4])),
    '',
    t(isDryRun ? 'cli.import.would_store' : 'cli.import.stored', size),
    t(isDryRun ? 'cli.import.would_link' : 'cli.import.linked', describeStorage(storage, locale)),
    ...(storage.missingBytes > 0
      ? [t('cli.errors.import_space', { size: formatBytes(locale, storage.missingBytes) })]
      : []),
    ...describeFindings(report.findings, context),
    ...(doctor === null ? [] : ['', t(doctor.isHealthy ? 'cli.import.healthy' : 'cli.import.unhealthy')]),
    ...(isDryRun ? ['', t('cli.import.dry_run')] : []),
  ];
}

/** If something is lost, the import is not complete. A dry run ends like the import without enough storage. */
export function exitOfImport({ findings, doctor, storage }: ImportReport): ExitName {
  if (storage.missingBytes > 0) return 'limit';
  const hasLoss = doctor?.isHealthy === false || findings.some(({ code }) => lossCodes.includes(code));
  return hasLoss ? 'integrity' : 'ok';
}

function describeStorage({ linked, copied }: ImportStorage, locale: string) {
  return {
    linked: formatNumber(locale, linked.files),
    linkedSize: formatBytes(locale, linked.bytes),
    copied: formatNumber(locale, copied.files),
    copiedSize: formatBytes(locale, copied.bytes),
  };
}

function describeFindings(findings: readonly ImportFinding[], { translator }: Context): string[] {
  const { t } = translator;
  const groups = new Map<ImportFindingCode, ImportFinding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.code);
    if (group) group.push(finding);
    else groups.set(finding.code, [finding]);
  }
  return [...groups].flatMap(([code, group]) => [
    '',
    t(`cli.import.findings.${code}`),
    ...shortList(translator, group, {
      describe: ({ name, detail }) => forTerminal(detail === undefined ? name : `${name} → ${detail}`),
    }).map((line) => `  ${line}`),
  ]);
}

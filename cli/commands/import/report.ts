import {
  type ImportCount,
  type ImportFinding,
  type ImportFindingCode,
  type ImportReport,
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
  const { isDryRun, version, counts, bytes, doctor } = report;
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
    ...describeFindings(report.findings, context),
    ...(doctor === null ? [] : ['', t(doctor.isHealthy ? 'cli.import.healthy' : 'cli.import.unhealthy')]),
    ...(isDryRun ? ['', t('cli.import.dry_run')] : []),
  ];
}

/** Whether something is lost: then the import is not complete. */
export function hasLoss({ findings, doctor }: ImportReport): boolean {
  return doctor?.isHealthy === false || findings.some(({ code }) => lossCodes.includes(code));
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

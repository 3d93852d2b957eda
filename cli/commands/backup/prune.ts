import * as z from 'zod/mini';
import type { PruneReport, RetentionRules } from '#sdk/contract/host/backups.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { amountsOf, explained, instanceOptions, targetArgument } from './shared.ts';

const count = () => z.optional(z.int().check(z.nonnegative()));

export const prune = defineCommand({
  args: [targetArgument],
  options: z.strictObject({
    keepLast: count(),
    keepDaily: count(),
    keepWeekly: count(),
    keepMonthly: count(),
    dryRun: z._default(z.boolean(), false).check(z.meta({ text: 'backup_prune_dry_run' })),
    ...instanceOptions,
  }),
  async run({ loadHost, signal }, { args: [target], options }): Promise<PruneReport> {
    const { keepLast, keepDaily, keepWeekly, keepMonthly, ...rest } = options;
    const keep = readRules([keepLast, keepDaily, keepWeekly, keepMonthly]);
    const host = await loadHost();
    return explained(host.backups.prune({ ...rest, target, keep, signal }));
  },
  view: describe,
});

/** Without any rule, those of the configuration apply. */
function readRules(counts: readonly (number | undefined)[]): RetentionRules | undefined {
  if (counts.every((one) => one === undefined)) return undefined;
  const [last = 0, daily = 0, weekly = 0, monthly = 0] = counts;
  return { last, daily, weekly, monthly };
}

function describe(report: PruneReport, context: Context): string[] {
  const { t } = context.translator;
  const { isDryRun, kept, removed } = report;
  const count = removed.length;
  const title = t(isDryRun ? 'cli.backup.removed_dry' : 'cli.backup.removed', { count });
  return [
    ...(count > 0 ? [title, ...removed.map((id) => `  ${id}`)] : []),
    t(isDryRun ? 'cli.backup.pruned_dry' : 'cli.backup.pruned', amountsOf(report, context)),
    t('cli.backup.kept', { count: kept.length }),
    ...(isDryRun ? [t('cli.backup.unchanged')] : []),
  ];
}

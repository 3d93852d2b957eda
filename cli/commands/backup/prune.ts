import * as z from 'zod/mini';
import type { PrunePlan, PruneReport, RetentionRules } from '#sdk/contract/host/backups.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { assertCanConfirm, confirmAction } from '../../io/confirm.ts';
import { refuseTogether } from '../../options/exclusive.ts';
import { amountsOf, describeDamaged, explained, instanceOptions, targetArgument } from './shared.ts';

const count = () => z.optional(z.int().check(z.nonnegative()));

export const prune = defineCommand({
  args: [targetArgument],
  options: z.strictObject({
    keepLast: count(),
    keepDaily: count(),
    keepWeekly: count(),
    keepMonthly: count(),
    remove: z
      .optional(z.array(z.string()).check(z.minLength(1)))
      .check(z.meta({ value: 'ID', text: 'backup_remove' })),
    dryRun: z._default(z.boolean(), false).check(z.meta({ text: 'backup_prune_dry_run' })),
    yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })),
    ...instanceOptions,
  }),
  async run(context, { args: [target], options }): Promise<PruneReport> {
    const { keepLast, keepDaily, keepWeekly, keepMonthly, dryRun, yes, ...rest } = options;
    if (rest.remove) refuseTogether('--remove', { keepLast, keepDaily, keepWeekly, keepMonthly });
    const needsAnswer = !dryRun && !yes;
    if (needsAnswer) assertCanConfirm(context, false);
    const keep = readRules([keepLast, keepDaily, keepWeekly, keepMonthly]);
    const { backups } = await context.loadHost();
    const request = { ...rest, target, keep, signal: context.signal };
    if (!needsAnswer) return explained(backups.prune({ ...request, dryRun }));
    const plan = await explained(backups.planPrune(request));
    await confirm(context, plan);
    // A snapshot that was made while the program waited for the answer stays.
    return explained(backups.prune({ ...request, dryRun: false, confirmed: plan.removed }));
  },
  view: describe,
  exit: ({ damagedSnapshots }) => (damagedSnapshots.length > 0 ? 'integrity' : 'ok'),
});

/** Without any rule, those of the configuration apply. */
function readRules(counts: readonly (number | undefined)[]): RetentionRules | undefined {
  if (counts.every((one) => one === undefined)) return undefined;
  const [last = 0, daily = 0, weekly = 0, monthly = 0] = counts;
  return { last, daily, weekly, monthly };
}

/** Names the snapshots that go; without any, only bytes go that no snapshot has. */
async function confirm(context: Context, { target, kept, removed }: PrunePlan): Promise<void> {
  const [oldest] = removed;
  const newest = removed.at(-1);
  if (oldest === undefined || newest === undefined) return;
  const { t } = context.translator;
  await confirmAction(context, {
    consequences: [
      t('cli.backup.prune_snapshots', { count: removed.length, target, oldest, newest }),
      t('cli.backup.prune_kept', { count: kept.length }),
    ],
    question: t('cli.prompts.prune_backups', { count: removed.length }),
  });
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
    ...describeDamaged(report, context),
    ...(isDryRun ? [t('cli.backup.unchanged')] : []),
  ];
}

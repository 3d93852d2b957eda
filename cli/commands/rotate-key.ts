import * as z from 'zod/mini';
import type { RotationReport } from '#sdk/contract/host.js';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { explainStart } from '../errors/explain-start.ts';
import { assertCanConfirm, confirmAction } from '../io/confirm.ts';

export const rotateKey = defineCommand({
  options: z.strictObject({
    yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })),
    keyLost: z._default(z.boolean(), false),
    dataDir: z.optional(z.string().check(z.meta({ value: 'DIR' }))),
    databaseUrl: z.optional(z.string().check(z.meta({ value: 'URL' }))),
  }),
  async run(context, { options: { yes, keyLost, ...options } }): Promise<RotationReport> {
    assertCanConfirm(context, yes);
    if (!yes) await confirm(context, keyLost);
    const host = await context.loadHost();
    return host.rotateKey({ ...options, isKeyLost: keyLost }).catch((error: unknown) => {
      throw explainStart(error);
    });
  },
  view: describeRotation,
});

async function confirm(context: Context, isKeyLost: boolean): Promise<void> {
  const { t } = context.translator;
  const consequences = [
    ...(isKeyLost ? [t('cli.rotate_key.consequences.secrets')] : []),
    t('cli.rotate_key.consequences.sessions'),
    t('cli.rotate_key.consequences.recovery_codes'),
  ];
  await confirmAction(context, { consequences, question: t('cli.prompts.continue') });
}

function describeRotation(report: RotationReport, { translator: { t } }: Context): string[] {
  const { isChanged, resealed, unreadable, accountsWithoutCodes } = report;
  if (!isChanged) return [t('cli.rotate_key.unchanged')];
  return [
    t('cli.rotate_key.done', { count: resealed }),
    ...(accountsWithoutCodes > 0 ? [t('cli.rotate_key.codes', { count: accountsWithoutCodes })] : []),
    ...(unreadable > 0 ? [t('cli.rotate_key.unreadable', { count: unreadable })] : []),
  ];
}

import type { ConfigKey } from '#sdk/contract/config.js';
import type { Context } from '../context.ts';
import { assertCanConfirm, confirmAction } from '../io/confirm.ts';
import { connect } from '../server/connect.ts';

const key = 'policies.adminTotp' satisfies ConfigKey;

export function requiresAdminTotp(updates: readonly { key: string; value: string }[]): boolean {
  return updates.some((update) => update.key === key && update.value === 'true');
}

/**
 * Says how many administrators can then do nothing before they have set up two-factor authentication, and how to undo
 * it, and asks.
 *
 * @throws CliError `usage`, or `failure` unless the answer is yes
 */
export async function confirmAdminTotp(context: Context, isConfirmed: boolean): Promise<void> {
  const { client, server } = await connect(context);
  const { count, includesYou } = await client.users.adminsWithoutTotp();
  if (count === 0) return;
  const { t } = context.translator;
  const consequences = [
    t('cli.config.totp_admins', { count }),
    ...(includesYou ? [t('cli.config.totp_you', { url: `${server}/account/security` })] : []),
    t('cli.config.totp_undo'),
  ];
  if (!isConfirmed && context.terminal.isInteractive) {
    return confirmAction(context, { consequences, question: t('cli.prompts.continue') });
  }
  for (const consequence of consequences) context.output.note(consequence);
  assertCanConfirm(context, isConfirmed);
}

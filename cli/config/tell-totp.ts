import type { AdminConfigVariable } from '#sdk/contract/config/api.js';
import type { Context } from '../context.ts';
import { connect } from '../server/connect.ts';
import { effectiveValue } from './describe.ts';

/** Says what happens next to administrators who now need two-factor authentication and do not have it. */
export async function tellTotp(context: Context, variables: readonly AdminConfigVariable[]): Promise<void> {
  const isRequired = variables.some(
    (variable) => variable.key === 'policies.adminTotp' && effectiveValue(variable) === 'true',
  );
  if (!isRequired) return;
  const { output, translator } = context;
  const { client, server } = await connect(context);
  const user = context.local ? null : await client.users.me();
  if (!user) return output.note(translator.t('cli.config.totp_local'));
  if (!user.totpRequired || user.totpEnabled) return;
  output.note(translator.t('cli.config.totp_own', { url: `${server}/account/security` }));
}

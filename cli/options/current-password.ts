import type { Context } from '../context.ts';
import type { Connection } from '../server/connect.ts';
import { askPassword, type PasswordRequest, readPassword } from './passwords.ts';

/**
 * The password with which somebody confirms a change; undefined when the account has none, and the session has to do.
 *
 * @throws CliError `usage` when nobody can be asked
 */
export async function readCurrentPassword(
  context: Context,
  { client, server }: Pick<Connection, 'client' | 'server'>,
  options: PasswordRequest['options'],
): Promise<string | undefined> {
  const question = context.translator.t('cli.prompts.current_password', { server });
  const given = await readPassword(context, { options, question });
  if (given !== undefined) return given;
  const user = await client.users.me();
  return user?.hasPassword ? askPassword(context, { question }) : undefined;
}

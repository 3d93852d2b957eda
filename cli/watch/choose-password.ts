import { AppError } from '#sdk/contract/errors.js';
import { NetworkError } from '#sdk/index.js';
import type { Context } from '../context.ts';
import { type ChosenPassword, isGenerated, type PasswordOptions } from '../options/passwords.ts';
import { chooseSharePassword } from '../options/share.ts';
import { connect } from '../server/connect.ts';
import { readCallersRules } from '../server/share-rules.ts';

/**
 * Reads the password of all shares that a watch creates; null if each gets a generated one.
 *
 * @throws AppError `share_needs_password` where the server requires one and none was given
 */
export async function choosePassword(
  context: Context,
  options: PasswordOptions,
): Promise<ChosenPassword | null> {
  if (isGenerated(options.password)) return null;
  const chosen = await chooseSharePassword(context, options);
  if (chosen.value === undefined && (await needsPassword(context)))
    throw new AppError('share_needs_password');
  return chosen;
}

/** False while the server does not answer: it refuses a share without a password itself. */
async function needsPassword(context: Context): Promise<boolean> {
  const { client } = await connect(context);
  try {
    return (await readCallersRules(client)).rules.needsPassword;
  } catch (error) {
    if (error instanceof NetworkError) return false;
    throw error;
  }
}

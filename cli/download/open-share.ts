import { AppError } from '#sdk/contract/errors.js';
import type { Share } from '#sdk/contract/shares.js';
import { fileShareTokenStore } from '#sdk/index.js';
import type { Context } from '../context.ts';
import type { LocatedShare } from '../locate-share.ts';
import { askPassword, type PasswordOptions, readPassword } from '../passwords.ts';

export interface OpenedShare {
  share: Share;
  password: string | undefined;
}

const attempts = 3;

/**
 * Opens a share, once; asks for its password when it needs one and somebody is there.
 *
 * @param directory where an earlier run may have left the token with which this one goes on
 */
export async function openShare(
  context: Context,
  { client, id }: LocatedShare,
  options: PasswordOptions & { directory: string | null },
): Promise<OpenedShare> {
  const request = {
    question: context.translator.t('cli.prompts.share_password'),
    variable: 'FILESHARE_PASSWORD',
  };
  const { signal } = context;
  const tokenStore = options.directory === null ? undefined : fileShareTokenStore(options.directory);
  let password = await readPassword(context, { ...request, options });
  for (let attempt = 1; ; attempt++) {
    try {
      const { share } = await client.openShare(id, { password, signal, tokenStore });
      return { share, password };
    } catch (error) {
      if (!canAskAgain(context, error, attempt)) throw error;
      if (password !== undefined) context.output.note(context.translator.t('errors.share_password_wrong'));
      password = await askPassword(context, request);
    }
  }
}

function canAskAgain({ terminal }: Context, error: unknown, attempt: number): boolean {
  if (!terminal.isInteractive || !(error instanceof AppError) || attempt > attempts) return false;
  return error.code === 'share_password_required' || error.code === 'share_password_wrong';
}

import { clientVariables } from '#sdk/contract/environment.js';
import { AppError } from '#sdk/contract/errors.js';
import type { Share } from '#sdk/contract/shares.js';
import { fileShareTokenStore, type ShareOnServer, type ShareTokenStore } from '#sdk/index.js';
import type { Context } from '../context.ts';
import type { LocatedShare } from '../find/share.ts';
import { askPassword, type PasswordOptions, readPassword } from '../options/passwords.ts';

export interface OpenedShare {
  share: Share;
  password: string | undefined;
  /** Drops the token that this run has kept for the next. */
  forget(): Promise<void>;
}

const attempts = 3;

/**
 * Opens a share, once; asks for its password when it needs one and somebody is there.
 *
 * @param directory where an earlier run may have left the share token that this one continues with
 */
export async function openShare(
  context: Context,
  { client, id }: LocatedShare,
  options: PasswordOptions & { directory: string | null },
): Promise<OpenedShare> {
  const request = {
    question: context.translator.t('cli.prompts.share_password'),
    variable: clientVariables.password,
  };
  const { signal } = context;
  const { tokenStore, forget } = keepToken(options.directory);
  let password = await readPassword(context, { ...request, options });
  for (let attempt = 1; ; attempt++) {
    try {
      const { share } = await client.openShare(id, { password, signal, tokenStore });
      return { share, password, forget };
    } catch (error) {
      if (!canAskAgain(context, error, attempt)) throw error;
      if (password !== undefined) context.output.note(context.translator.t('errors.share_password_wrong'));
      password = await askPassword(context, request);
    }
  }
}

function keepToken(directory: string | null): Pick<OpenedShare, 'forget'> & { tokenStore?: ShareTokenStore } {
  if (directory === null) return { forget: async () => {} };
  const store = fileShareTokenStore(directory);
  let kept: ShareOnServer | undefined;
  const save: ShareTokenStore['save'] = async (share, token) => {
    kept = share;
    await store.save(share, token);
  };
  return {
    tokenStore: { ...store, save },
    forget: async () => {
      if (kept) await store.clear(kept);
    },
  };
}

function canAskAgain({ terminal }: Context, error: unknown, attempt: number): boolean {
  if (!terminal.isInteractive || !(error instanceof AppError) || attempt > attempts) return false;
  return error.code === 'share_password_required' || error.code === 'share_password_wrong';
}

import { clientVariables } from '#sdk/contract/environment.js';
import { AppError } from '#sdk/contract/errors.js';
import type { Share } from '#sdk/contract/shares.js';
import { fileShareTokenStore, type ShareOnServer, type ShareTokenStore } from '#sdk/index.js';
import type { Context } from '../context.ts';
import type { LocatedShare } from '../find/share.ts';
import { askPassword, type PasswordOptions, readPassword } from '../options/passwords.ts';
import { createKeptTokens } from './kept-tokens.ts';

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
  const { tokenStore, forget, keepView } = keepToken(context, options.directory);
  let password = await readPassword(context, { ...request, options });
  for (let attempt = 1; ; attempt++) {
    try {
      const { share } = await client.openShare(id, { password, signal, tokenStore });
      if (!share.hasDirectLinks) await keepView();
      return { share, password, forget };
    } catch (error) {
      if (!canAskAgain(context, error, attempt)) throw error;
      if (password !== undefined) context.output.note(context.translator.t('errors.share_password_wrong'));
      password = await askPassword(context, request);
    }
  }
}

interface TokenKeeper {
  tokenStore: ShareTokenStore;
  forget(): Promise<void>;
  /** Keeps the token that has opened the share for downloads to other places. */
  keepView(): Promise<void>;
}

/** Tokens are kept in the folder of the download until it is complete, and those of counted views for an hour. */
function keepToken({ folders }: Context, directory: string | null): TokenKeeper {
  const own = createKeptTokens(folders.state);
  const inFolder = directory === null ? null : fileShareTokenStore(directory);
  let kept: { share: ShareOnServer; token: string } | undefined;
  const save: ShareTokenStore['save'] = async (share, token) => {
    kept = { share, token };
    await inFolder?.save(share, token);
  };
  return {
    tokenStore: {
      async load(share) {
        const token = (await inFolder?.load(share)) ?? (await own.load(share));
        if (token !== null) await save(share, token);
        return token;
      },
      save,
      async clear(share) {
        kept = undefined;
        await inFolder?.clear(share);
        await own.clear(share);
      },
    },
    forget: async () => {
      if (kept) await inFolder?.clear(kept.share);
    },
    // Where it cannot be kept, another download only uses up another view.
    keepView: async () => {
      if (kept) await own.save(kept.share, kept.token).catch(() => undefined);
    },
  };
}

function canAskAgain({ terminal }: Context, error: unknown, attempt: number): boolean {
  if (!terminal.isInteractive || !(error instanceof AppError) || attempt > attempts) return false;
  return error.code === 'share_password_required' || error.code === 'share_password_wrong';
}

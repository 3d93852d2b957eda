import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import { errorFromAnswer } from '../../core/answer.ts';
import type { Transport, TransportResponse } from '../../core/transport.ts';
import type { DownloadOptions } from '../../download/types.ts';
import {
  type OpenShareOptions,
  opensForFree,
  type ShareAccess,
  shareIdOfPath,
} from '../../shares/open-share.ts';

/** What opens a share again. */
export interface ReopenOptions extends Pick<DownloadOptions, 'password' | 'onPassword'> {
  /** True if opening uses up no view, so that the password that is known may be used. */
  costsNothing?(): boolean;
  /** Keeps the share token for a later run. */
  tokenStore?: OpenShareOptions['tokenStore'];
}

/** An empty password is none. */
const passwordErrors: ReadonlySet<ErrorCode> = new Set(['share_password_required', 'share_password_wrong']);

type Access = Pick<ShareAccess, 'openShare'>;

/**
 * Opens a share again, and repeats the request, when what has opened it has ended during a download: a share token that
 * was not used for an hour, a session or an API key, or the owner has set a password. Only a person who is asked for the
 * password uses up another view.
 */
export function reopeningShares<R extends TransportResponse>(
  transport: Transport<R>,
  access: Access,
  options: ReopenOptions = {},
): Transport<R> {
  const shares = new Map<string, ReopenedShare>();
  const find = (id: string) => {
    const share = shares.get(id) ?? new ReopenedShare(id, access, options);
    shares.set(id, share);
    return share;
  };
  return {
    async send(request) {
      const id = shareIdOfPath(request.path);
      if (id === undefined) return transport.send(request);
      const share = find(id);
      const { times } = share;
      const response = await transport.send(request);
      if (response.status !== 403) return response;
      const refusal = errorFromAnswer({ status: response.status, body: await response.json() });
      if (!(refusal instanceof AppError)) return response;
      // The connections of a download are refused at the same time, and some after the share was opened again.
      const isOpen = share.times > times || (await share.reopen(refusal, request.signal));
      return isOpen ? transport.send(request) : response;
    },
  };
}

/** A share that is opened again when it has to be, once for all connections. */
class ReopenedShare {
  readonly #id: string;
  readonly #access: Access;
  readonly #options: ReopenOptions;
  #password: string | undefined;
  #opening: Promise<boolean> | null = null;
  #hasDeclined = false;
  /** Number of times that it was opened again. */
  times = 0;

  constructor(id: string, access: Access, options: ReopenOptions) {
    this.#id = id;
    this.#access = access;
    this.#options = options;
    this.#password = options.password;
  }

  /** False if it stays closed. */
  async reopen(refusal: AppError, signal: AbortSignal | undefined): Promise<boolean> {
    this.#opening ??= this.#reopen(refusal, signal).finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #reopen(refusal: AppError, signal: AbortSignal | undefined): Promise<boolean> {
    const isOpen = opensForFree(refusal)
      ? (await this.#open(undefined, signal)) === null
      : refusal.code === 'share_password_required' && (await this.#openWithPassword(refusal, signal));
    if (isOpen) this.times++;
    return isOpen;
  }

  async #openWithPassword(refusal: AppError, signal: AbortSignal | undefined): Promise<boolean> {
    if (this.#hasDeclined) return false;
    let problem: AppError | null = refusal;
    if (this.#password !== undefined && this.#options.costsNothing?.()) {
      problem = await this.#open(this.#password, signal);
      // Each address may be wrong only a few times.
      if (problem) this.#password = undefined;
    }
    while (problem) {
      // Also if the callback throws.
      this.#hasDeclined = true;
      const password: string | undefined = await this.#options.onPassword?.(problem);
      if (password === undefined) return false;
      this.#hasDeclined = false;
      problem = await this.#open(password, signal);
      if (!problem) this.#password = password;
    }
    return true;
  }

  /** Returns why the password was not accepted, or null. */
  async #open(password: string | undefined, signal: AbortSignal | undefined): Promise<AppError | null> {
    const { tokenStore } = this.#options;
    try {
      await this.#access.openShare(this.#id, { password, signal, tokenStore });
      return null;
    } catch (error) {
      const isRefused = error instanceof AppError && passwordErrors.has(error.code);
      if (isRefused && password !== undefined) return error;
      throw error;
    }
  }
}

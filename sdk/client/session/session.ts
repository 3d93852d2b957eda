import type { Session as SessionAnswer } from '../../contract/auth.ts';
import { AppError } from '../../contract/errors.ts';
import type { CurrentUser, User } from '../../contract/users.ts';
import type { ApiClient, CallOptions } from '../core/api-client.ts';
import type { SessionStore, StoredSession } from './store.ts';
import type {
  Credentials,
  ProgramInput,
  SessionAccess,
  SetUpInput,
  SignInOutcome,
  SignUpInput,
  TotpInput,
} from './types.ts';

/** The specification's limit: a token with less than this left is replaced before it is used. */
const refreshUnder = 120_000;
const autoRefreshEvery = 120_000;

export interface SessionDeps {
  /** The API without a session, because the session itself makes these calls. */
  api: Pick<ApiClient, 'auth' | 'users'>;
  /** `cookie`: the browser keeps the tokens. `token`: the store keeps them. */
  transport: 'cookie' | 'token';
  store: SessionStore;
  onWarning: (warning: Error) => void;
}

export function createSession(deps: SessionDeps): SessionAccess {
  return new StoredSessionAccess(deps);
}

class StoredSessionAccess implements SessionAccess {
  readonly #deps: SessionDeps;
  readonly #listeners = new Set<(user: User | null) => void>();
  #current: StoredSession | null = null;
  #loading: Promise<void> | null = null;
  #refreshing: Promise<boolean> | null = null;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  get user(): User | null {
    return this.#current?.user ?? null;
  }

  async restore(options?: CallOptions): Promise<User | null> {
    const current = await this.me(options);
    return current && toUser(current);
  }

  async me(options?: CallOptions): Promise<CurrentUser | null> {
    const current = await this.#askWho(options);
    // The access token may be gone while the session lives on.
    const isWorthAnother = current === null && this.#current !== null && (await this.refresh());
    return isWorthAnother ? this.#askWho(options) : current;
  }

  async signIn({ identifier, password }: Credentials, options?: CallOptions): Promise<SignInOutcome> {
    const name = identifier.includes('@') ? { email: identifier } : { username: identifier };
    const body = { ...name, password, transport: this.#deps.transport };
    const answer = await this.#deps.api.auth.signIn({ body }, options);
    if ('loginToken' in answer) return { status: 'totpRequired', ...answer };
    return { status: 'signedIn', user: await this.adopt(answer) };
  }

  async signInTotp(input: TotpInput, options?: CallOptions): Promise<User> {
    const body = { ...input, transport: this.#deps.transport };
    return this.adopt(await this.#deps.api.auth.signInTotp({ body }, options));
  }

  async signInProgram(input: ProgramInput, options?: CallOptions): Promise<User> {
    const body = { ...input, transport: this.#deps.transport };
    return this.adopt(await this.#deps.api.auth.signInProgram({ body }, options));
  }

  async signUp(input: SignUpInput, options?: CallOptions): Promise<User> {
    const body = { ...input, transport: this.#deps.transport };
    return this.adopt(await this.#deps.api.auth.signUp({ body }, options));
  }

  async setUp(input: SetUpInput, options?: CallOptions): Promise<User> {
    const body = { ...input, transport: this.#deps.transport };
    return this.adopt(await this.#deps.api.auth.setup({ body }, options));
  }

  async signOut(options?: CallOptions): Promise<void> {
    await this.#load();
    const token = this.#current?.accessToken;
    try {
      await this.#deps.api.auth.signOut({}, { ...options, token });
    } catch (error) {
      // The session has already ended, which is the goal.
      if (!(error instanceof AppError && error.status === 401)) this.#deps.onWarning(toError(error));
    }
    await this.#forget();
  }

  async adopt(answer: SessionAnswer): Promise<User> {
    await this.#load();
    await this.#keep(answer);
    return answer.user;
  }

  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refreshNow().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  onChange(listener: (user: User | null) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  startAutoRefresh(): () => void {
    const timer = setInterval(() => {
      if (this.#current) void this.refresh();
    }, autoRefreshEvery);
    return () => clearInterval(timer);
  }

  async headers(): Promise<Record<string, string>> {
    await this.#load();
    if (this.#current && isDue(this.#current)) await this.refresh();
    const token = this.#current?.accessToken;
    return token ? { authorization: `Bearer ${token}` } : {};
  }

  async recover(usedHeaders: Record<string, string>): Promise<boolean> {
    if (!this.#current) return false;
    const hasNewToken = usedHeaders.authorization !== (await this.headers()).authorization;
    return hasNewToken || this.refresh();
  }

  async #askWho(options?: CallOptions): Promise<CurrentUser | null> {
    const headers = await this.headers();
    const token = headers.authorization?.slice('Bearer '.length);
    const current = await this.#deps.api.users.me({}, { ...options, token });
    if (!current) return null;
    const accessTokenExpiresAt = current.accessTokenExpiresAt ?? this.#current?.accessTokenExpiresAt;
    if (accessTokenExpiresAt)
      await this.#keep({ ...this.#current, accessTokenExpiresAt, user: toUser(current) });
    return current;
  }

  #load(): Promise<void> {
    this.#loading ??= this.#deps.store.load().then((stored) => {
      this.#current ??= stored;
    });
    return this.#loading;
  }

  async #refreshNow(): Promise<boolean> {
    try {
      if (await this.#hasEndedElsewhere()) {
        await this.#forget();
        return false;
      }
      if (await this.#takeFromStore()) return true;
      const refreshToken = this.#current?.refreshToken;
      const input = refreshToken === undefined ? {} : { body: { refreshToken } };
      await this.adopt(await this.#deps.api.auth.refresh(input));
      return true;
    } catch (error) {
      if (error instanceof AppError && error.status === 401) await this.#forget();
      this.#deps.onWarning(toError(error));
      return false;
    }
  }

  /** Another program, or tab, has signed out and emptied the shared store. */
  async #hasEndedElsewhere(): Promise<boolean> {
    await this.#load();
    return this.#current !== null && (await this.#deps.store.load()) === null;
  }

  /** Another program may have refreshed the shared store: an old refresh token would end the whole session. */
  async #takeFromStore(): Promise<boolean> {
    await this.#load();
    const stored = await this.#deps.store.load();
    if (!stored || stored.accessTokenExpiresAt === this.#current?.accessTokenExpiresAt) return false;
    this.#current = { ...this.#current, ...stored };
    return !isDue(stored);
  }

  async #keep(session: StoredSession): Promise<void> {
    const before = this.user;
    this.#current = session;
    await this.#deps.store.save(session);
    if (before?.id !== session.user?.id) this.#announce();
  }

  async #forget(): Promise<void> {
    const before = this.user;
    this.#current = null;
    await this.#deps.store.clear();
    if (before) this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener(this.user);
  }
}

function isDue(session: StoredSession): boolean {
  return Date.parse(session.accessTokenExpiresAt) - Date.now() < refreshUnder;
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Returns the account without the fields about this session. */
export function toUser({ accessTokenExpiresAt: _end, pendingEmail: _pending, ...user }: CurrentUser): User {
  return user;
}

/** A session made of one fixed bearer token, for scripts. It is neither refreshed nor ended. */
export function createFixedSession(api: Pick<ApiClient, 'users'>, token: string): SessionAccess {
  let user: User | null = null;
  const me = async (options?: CallOptions) => {
    const current = await api.users.me({}, { ...options, token });
    user = current && toUser(current);
    return current;
  };
  const refuse = async () => {
    throw new TypeError('A client with a fixed token cannot sign in.');
  };
  return {
    get user() {
      return user;
    },
    me,
    restore: async (options) => {
      await me(options);
      return user;
    },
    adopt: refuse,
    signIn: refuse,
    signInTotp: refuse,
    signInProgram: refuse,
    signUp: refuse,
    setUp: refuse,
    signOut: async () => {},
    refresh: async () => false,
    onChange: () => () => {},
    startAutoRefresh: () => () => {},
    headers: async () => ({ authorization: `Bearer ${token}` }),
    recover: async () => false,
  };
}

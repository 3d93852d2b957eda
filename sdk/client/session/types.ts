import type { LoginChallenge, Session as SessionAnswer } from '../../contract/auth.ts';
import type { CurrentUser, User } from '../../contract/users.ts';
import type { CallOptions } from '../core/api-client.ts';

/** The credentials of a sign-in. */
export interface Credentials {
  /** An email address if it contains `@`, otherwise a username. */
  identifier: string;
  /** The password of the account. */
  password: string;
}

/** The first administrator of an instance. */
export interface SetUpInput {
  /** The one-time token in the file `setup-token` of the server's data folder. */
  setupToken: string;
  /** Where the server sends mail to the account. */
  email: string;
  /** Name to sign in with. */
  username: string;
  /** At least 8 characters. */
  password: string;
}

/** A new account. */
export interface SignUpInput {
  /** Where the server sends mail to the account. */
  email: string;
  /** Name to sign in with. */
  username: string;
  /** At least 8 characters. */
  password: string;
}

/** The user is signed in, or has to enter a code of the authenticator: then call `signInTotp`. */
export type SignInOutcome =
  | { status: 'signedIn'; user: User }
  | ({ status: 'totpRequired' } & LoginChallenge);

/** The second factor of a sign-in: a time-based one-time password (RFC 6238). */
export interface TotpInput {
  /** From the outcome of `signIn`. After a sign-in with a provider, browsers have it in a cookie. */
  loginToken?: string;
  /** Six digits, or a recovery code. */
  totp: string;
}

/** The input for signing in a program that a person has allowed in a browser. */
export interface ProgramInput {
  /** The authorization code that the page passed to the program (`auth.authorizeProgram`). */
  code: string;
  /** The secret whose challenge was sent with the request for that code (RFC 7636, section 4.1). */
  codeVerifier: string;
}

/**
 * The session of a client. Every request carries it, and an expired access token is replaced automatically.
 *
 * Methods that call the server also throw NetworkError when it is not reached.
 */
export interface Session {
  /** The signed-in user as far as this client knows, or null; see `restore`. */
  readonly user: User | null;
  /**
   * Asks the server who is signed in, using the session that an earlier run or page left.
   *
   * @returns null when nobody is
   */
  restore(options?: CallOptions): Promise<User | null>;
  /**
   * Signs in with a password.
   *
   * @throws AppError `credentials_wrong`, `too_many_requests`
   * @example
   * const outcome = await client.session.signIn({ identifier, password });
   * if (outcome.status === 'totpRequired') {
   *   await client.session.signInTotp({ loginToken: outcome.loginToken, totp: await ask() });
   * }
   */
  signIn(credentials: Credentials, options?: CallOptions): Promise<SignInOutcome>;
  /**
   * Finishes a sign-in whose outcome was `totpRequired`. After a wrong code, another one can be tried until the login
   * token expires.
   *
   * @throws AppError `totp_wrong`; `login_token_invalid`: start with the password again
   * @example
   * const user = await client.session.signInTotp({ loginToken: outcome.loginToken, totp: await ask() });
   */
  signInTotp(input: TotpInput, options?: CallOptions): Promise<User>;
  /**
   * Signs in a program that a person has allowed on the server's page `/auth/program`, in a browser on the same machine
   * (RFC 8252; RFC 7636, section 4.5). The code is valid for one minute and can be used once.
   *
   * @throws AppError `authorization_code_invalid`: request another code
   * @example
   * const user = await client.session.signInProgram({ code, codeVerifier });
   */
  signInProgram(input: ProgramInput, options?: CallOptions): Promise<User>;
  /**
   * Creates an account and signs in.
   *
   * @throws AppError `registration_disabled`, `email_taken`, `username_taken`, `password_too_common`
   * @example
   * const user = await client.session.signUp({ email: 'tom@example.org', username: 'tom', password });
   */
  signUp(input: SignUpInput, options?: CallOptions): Promise<User>;
  /**
   * Creates the first administrator of a new instance and signs in.
   *
   * @throws AppError `setup_token_wrong`, `setup_already_done`, `password_too_common`
   */
  setUp(input: SetUpInput, options?: CallOptions): Promise<User>;
  /** Ends the session on the server and deletes it here, even when the server is not reached. Never rejects for that. */
  signOut(options?: CallOptions): Promise<void>;
  /** Replaces the tokens now (RFC 6749, section 6). Resolves with false on failure; `onWarning` gets the reason. */
  refresh(): Promise<boolean>;
  /** Calls the listener whenever another user, or nobody, is signed in. Returns a function that stops that. */
  onChange(listener: (user: User | null) => void): () => void;
  /** Refreshes the session every two minutes, for pages that stay open. Returns a function that stops that. */
  startAutoRefresh(): () => void;
}

/** The session as the rest of the client uses it. */
export interface SessionAccess extends Session {
  /** Calls `users.me` and remembers the response. */
  me(options?: CallOptions): Promise<CurrentUser | null>;
  /** Remembers the response of a sign-in or setup that was called directly. */
  adopt(answer: SessionAnswer): Promise<User>;
  /** The headers of a request, after a refresh if one is due. */
  headers(): Promise<Record<string, string>>;
  /** Called after a 401 response; true when there is a new token to retry with. */
  recover(usedHeaders: Record<string, string>): Promise<boolean>;
}

import type { LoginChallenge, Session as SessionAnswer } from '../../contract/auth.ts';
import type { CurrentUser, User } from '../../contract/users.ts';
import type { CallOptions } from '../core/api-client.ts';

export interface Credentials {
  /** An e-mail address if it contains `@`, else a user name. */
  identifier: string;
  password: string;
}

export interface SetUpInput {
  setupToken: string;
  email: string;
  username: string;
  password: string;
}

export interface SignUpInput {
  email: string;
  username: string;
  password: string;
}

/** Signed in, or asked for a code of the authenticator: then `signInTotp` comes next. */
export type SignInOutcome =
  | { status: 'signedIn'; user: User }
  | ({ status: 'totpRequired' } & LoginChallenge);

export interface TotpInput {
  /** From the outcome of `signIn`. A browser that comes from a provider has it in a cookie. */
  loginToken?: string;
  /** Six digits, or a recovery code. */
  totp: string;
}

export interface ProgramInput {
  /** What the page gave the program that a person let in (`auth.authorizeProgram`). */
  code: string;
  /** The secret whose challenge went with the request for that code (RFC 7636). */
  codeVerifier: string;
}

/** Who is signed in. */
export interface Session {
  /** The signed-in user as far as this client knows; see `restore`. */
  readonly user: User | null;
  /** Asks the server who is signed in, with the session that an earlier run or page left. */
  restore(options?: CallOptions): Promise<User | null>;
  /**
   * @throws AppError `credentials_wrong`, `too_many_requests`
   * @example
   * const outcome = await client.session.signIn({ identifier, password });
   * if (outcome.status === 'totpRequired') {
   *   await client.session.signInTotp({ loginToken: outcome.loginToken, totp: await ask() });
   * }
   */
  signIn(credentials: Credentials, options?: CallOptions): Promise<SignInOutcome>;
  /**
   * Finishes a sign-in whose outcome was `totpRequired`. A wrong code can be followed by another one while the login
   * token holds.
   *
   * @throws AppError `totp_wrong`; `login_token_invalid`: begin with the password again
   * @example
   * const user = await client.session.signInTotp({ loginToken: outcome.loginToken, totp: '123456' });
   */
  signInTotp(input: TotpInput, options?: CallOptions): Promise<User>;
  /**
   * Signs a program in that somebody has let in on the page of the server, in a browser of the same machine. The code
   * holds for a minute and for one try.
   *
   * @throws AppError `authorization_code_invalid`: ask for another one
   * @example
   * const user = await client.session.signInProgram({ code, codeVerifier });
   */
  signInProgram(input: ProgramInput, options?: CallOptions): Promise<User>;
  /**
   * Creates an account and signs in.
   *
   * @throws AppError `registration_disabled`, `email_taken`, `username_taken`, `password_too_common`
   * @example
   * const user = await client.session.signUp({ email: 'mia@example.org', username: 'mia', password });
   */
  signUp(input: SignUpInput, options?: CallOptions): Promise<User>;
  /**
   * Creates the first administrator of a fresh instance and signs in.
   *
   * @throws AppError `setup_token_wrong`, `setup_already_done`, `password_too_common`
   */
  setUp(input: SetUpInput, options?: CallOptions): Promise<User>;
  /** Ends the session on the server and forgets it here, even when the server is not reached. */
  signOut(options?: CallOptions): Promise<void>;
  /** Replaces the tokens now. False when that failed: `onWarning` was told why. */
  refresh(): Promise<boolean>;
  /** Calls back whenever another user, or none, is signed in. Answers how to stop that. */
  onChange(listener: (user: User | null) => void): () => void;
  /** Refreshes every two minutes while a page is open. Answers how to stop that. */
  startAutoRefresh(): () => void;
}

/** How the rest of the client uses a session. */
export interface SessionAccess extends Session {
  /** `users.me`, taking note of the answer. */
  me(options?: CallOptions): Promise<CurrentUser | null>;
  /** Takes note of the answer to a sign-in or set-up that was called directly. */
  adopt(answer: SessionAnswer): Promise<User>;
  /** The headers of a request, after a refresh if one is due. */
  headers(): Promise<Record<string, string>>;
  /** After an answer 401: true when there is a new token to try with. */
  recover(usedHeaders: Record<string, string>): Promise<boolean>;
}

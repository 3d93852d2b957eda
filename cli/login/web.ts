import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { openBrowser } from '../io/open-browser.ts';
import { browserPages, renderBrowserPage } from './browser-page.ts';
import { type BrowserAnswer, type Loopback, openLoopback } from './loopback.ts';

interface WebSignIn {
  server: string;
  /** Maximum time to wait for the browser, in milliseconds. */
  timeout?: number;
}

const fiveMinutes = 300_000;

/**
 * Signs in to the account that a browser of this machine is signed in to, if the person there allows it. Returns
 * the user's name.
 */
export async function signInByBrowser(
  context: Context,
  { server, timeout = fiveMinutes }: WebSignIn,
): Promise<string> {
  await assertCanSignIn(context, server);
  const { translator } = context;
  const authorization = createAuthorization();
  const strayPage = renderBrowserPage(translator, browserPages.stray);
  const loopback = await openLoopback({ state: authorization.state, strayPage });
  try {
    await showAddress(context, server, addressOf(server, loopback.port, authorization));
    const answer = await waitForAnswer(loopback, { server, signal: context.signal, timeout });
    return await takeSession(context, { server, answer, authorization });
  } finally {
    loopback.close();
  }
}

/**
 * Sends a request that the server answers as soon as it is set up, so that a problem is reported here and not by a
 * browser page that cannot be found.
 *
 * @throws AppError `not_found` when no fileshare server answers, `setup_required` while it has no administrator
 */
async function assertCanSignIn({ createClient, signal }: Context, server: string): Promise<void> {
  const client = await createClient({ server });
  await client.oauth.available({}, { signal });
}

function addressOf(server: string, port: number, { state, codeChallenge }: Authorization): string {
  const url = new URL('/auth/program', server);
  url.search = new URLSearchParams({ port: String(port), state, challenge: codeChallenge }).toString();
  return url.href;
}

/** Shown even with `--quiet`, because starting a browser does not mean that one opened. */
async function showAddress(context: Context, server: string, url: string): Promise<void> {
  const { output, translator } = context;
  const { t } = translator;
  const isOpen = await openBrowser(context, url);
  output.fail(t(isOpen ? 'cli.login.web.opened' : 'cli.login.web.open_it'));
  output.fail(url);
  if (!isOpen) output.fail(t('cli.login.web.elsewhere', { server }));
}

async function waitForAnswer(
  { answer }: Loopback,
  { server, signal, timeout }: Required<WebSignIn> & { signal: AbortSignal },
): Promise<BrowserAnswer> {
  const end = delay(timeout, undefined, { signal, ref: false }).then((): never => {
    throw new CliError({
      exit: 'signIn',
      key: 'cli.errors.browser_silent',
      hint: { key: 'cli.hints.browser_silent', params: { server } },
    });
  });
  return Promise.race([answer, end]);
}

/** The parameters of the browser's callback (RFC 6749, section 4.1.2), and what they have to match. */
interface BrowserCallback {
  server: string;
  answer: BrowserAnswer;
  authorization: Authorization;
}

/** Also shows the outcome in the browser, because that is where the person is looking. */
async function takeSession(
  context: Context,
  { server, answer, authorization }: BrowserCallback,
): Promise<string> {
  const { translator } = context;
  if (answer.code === null) {
    await answer.reply(renderBrowserPage(translator, browserPages.denied));
    throw new CliError({
      exit: 'signIn',
      key: 'cli.errors.browser_denied',
      hint: { key: 'cli.hints.browser_denied' },
    });
  }
  try {
    const { codeVerifier } = authorization;
    const username = await exchange(context, server, { code: answer.code, codeVerifier });
    await answer.reply(renderBrowserPage(translator, browserPages.done, { username, server }));
    return username;
  } catch (error) {
    await answer.reply(renderBrowserPage(translator, browserPages.failed));
    throw error;
  }
}

async function exchange(
  { createClient, profiles, signal }: Context,
  server: string,
  proof: { code: string; codeVerifier: string },
): Promise<string> {
  const client = await createClient({ server, sessionFile: profiles.sessionFile(server) });
  const { username } = await client.session.signInProgram(proof, { signal });
  await profiles.save(server, { username });
  return username;
}

/** The values that tie the browser's callback to this run of the program. */
interface Authorization {
  /** Comes back with the answer (RFC 6749, section 10.12). */
  state: string;
  /** Stays here until the code is exchanged, so that nobody who sees the code can use it (RFC 7636). */
  codeVerifier: string;
  /** Method S256 */
  codeChallenge: string;
}

function createAuthorization(): Authorization {
  const codeVerifier = randomToken();
  return {
    state: randomToken(),
    codeVerifier,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  };
}

/** 256 bits in 43 characters. */
function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

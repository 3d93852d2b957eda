import { clientVariables } from '#sdk/contract/environment.js';
import { AppError } from '#sdk/contract/errors.js';
import type { Context } from '../context.ts';
import { findServer } from '../server/connect.ts';
import { HintedError } from './cli-error.ts';

/** The error codes of a server that treats a request as one without any key. */
const unknownCaller: ReadonlySet<string> = new Set([
  'sign_in_required',
  'session_expired',
  'api_key_invalid',
  'share_anonymous_disabled',
]);

/** Explains a failure using facts that only this run knows: the key and the server it used. */
export async function explainRefusal(context: Context, error: unknown): Promise<unknown> {
  if (context.local) return error;
  if (isCutOff(error)) return suggestHttps(context, error);
  if (!(error instanceof AppError)) return error;
  if (error.code === 'fresh_sign_in_required') return nameServer(context, error);
  return unknownCaller.has(error.code) ? explainToken(context, error) : error;
}

/** The server closed the connection without a word, as those do that speak TLS. */
function isCutOff(error: unknown): boolean {
  if (!(error instanceof Error && error.name === 'NetworkError' && error.cause instanceof Error))
    return false;
  return 'code' in error.cause && error.cause.code === 'UND_ERR_SOCKET';
}

async function suggestHttps(context: Context, error: unknown): Promise<unknown> {
  const server = await findServer(context);
  return server?.startsWith('http:') ? new HintedError(error, { key: 'cli.hints.try_https' }) : error;
}

async function nameServer(context: Context, error: AppError): Promise<unknown> {
  const server = await findServer(context);
  return server === null
    ? error
    : new HintedError(error, { key: 'cli.hints.login_fresh', params: { server } });
}

/** Says that the key is no longer valid, because "sign in" does not help a program that uses one. */
async function explainToken(context: Context, error: AppError): Promise<unknown> {
  if (context.env[clientVariables.token])
    return new HintedError(error, { key: 'cli.hints.token_of_environment' });
  const server = await findServer(context);
  const saved = server === null ? null : await context.profiles.find(server);
  if (server === null || saved?.token === undefined) return error;
  const isWorkload = saved.token.startsWith('fsw_');
  const key = isWorkload ? 'cli.hints.workload_expired' : 'cli.hints.token_of_profile';
  return new HintedError(error, { key, params: { server } });
}

import { AppError } from '#sdk/contract/errors.js';
import { findServer } from './connect.ts';
import type { Context } from './context.ts';
import { HintedError } from './errors.ts';

/** How a server answers that takes a request for one without any key. */
const unknownCaller: ReadonlySet<string> = new Set([
  'sign_in_required',
  'session_expired',
  'api_key_invalid',
  'share_anonymous_disabled',
]);

/** "Please sign in" is no help to a program that did, with a key that is no good any more: says so. */
export async function explainToken(context: Context, error: unknown): Promise<unknown> {
  if (context.local || !(error instanceof AppError) || !unknownCaller.has(error.code)) return error;
  if (context.env['FILESHARE_TOKEN'])
    return new HintedError(error, { key: 'cli.hints.token_of_environment' });
  const server = await findServer(context);
  const saved = server === null ? null : await context.profiles.find(server);
  if (server === null || saved?.token === undefined) return error;
  return new HintedError(error, { key: 'cli.hints.token_of_profile', params: { server } });
}

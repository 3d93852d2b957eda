import { AppError } from '#sdk/contract/errors.js';
import { CliError, HintedError, SeveralErrors } from './cli-error.ts';
import { isNetworkError } from './describe-failure.ts';

/** What answers of other servers look like: refusals that carry no error of ours. */
const ambiguous: ReadonlySet<string> = new Set(['not_found', 'forbidden', 'session_expired', 'internal']);

/** Milliseconds. */
const patience = 5000;

interface Asked {
  /** The server that the command used last. */
  server: string;
  signal: AbortSignal;
}

/** If the failure may come from something else than a fileshare server, asks it, and says so. */
export async function explainOtherServer(error: unknown, { server, signal }: Asked): Promise<unknown> {
  if (signal.aborted || !isAmbiguous(error)) return error;
  const found = await examine(server, signal);
  if (found === 'fileshare') return error;
  const explanation =
    found === 'other'
      ? ({
          key: 'cli.errors.other_server',
          params: { server },
          hint: { key: 'cli.hints.not_fileshare' },
        } as const)
      : explainRedirect(server, found.redirectsTo);
  return new CliError({ exit: 'notFound', ...explanation, cause: error });
}

function explainRedirect(server: string, address: string) {
  // Usually from http to https.
  const isSameHost = new URL(address).hostname === new URL(server).hostname;
  const hint = isSameHost ? 'cli.hints.server_redirects' : 'cli.hints.server_redirects_away';
  return {
    key: 'cli.errors.server_redirects',
    params: { server, address },
    hint: { key: hint, params: { address } },
  } as const;
}

function isAmbiguous(error: unknown): boolean {
  if (error instanceof SeveralErrors) return error.errors.some(isAmbiguous);
  // A lost connection keeps its hint on how to resume.
  if (error instanceof HintedError) return error.cause instanceof AppError && isAmbiguous(error.cause);
  if (error instanceof AppError) return ambiguous.has(error.code) && !error.requestId;
  // An answer of another form than ours fails where it is read.
  return error instanceof TypeError || isNetworkError(error);
}

/** `fileshare` also if nothing answers, or only a gateway that has no server behind it: nothing else is known. */
async function examine(
  server: string,
  signal: AbortSignal,
): Promise<'fileshare' | 'other' | { redirectsTo: string }> {
  try {
    const address = `${server}/api/health`;
    const response = await fetch(address, {
      // The client does not follow redirects either.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
    const { status, headers } = response;
    const location = status >= 300 && status < 400 ? headers.get('location') : null;
    if (status >= 500 || location !== null) await response.body?.cancel();
    if (status >= 500) return 'fileshare';
    if (location !== null) {
      const { origin } = new URL(location, address);
      return origin === new URL(server).origin ? 'other' : { redirectsTo: origin };
    }
    const health: unknown = await response.json().catch(() => null);
    const isFileshare =
      typeof health === 'object' && health !== null && 'status' in health && 'version' in health;
    return isFileshare ? 'fileshare' : 'other';
  } catch {
    return 'fileshare';
  }
}

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
  if (found === null) return error;
  return new CliError({
    exit: 'notFound',
    ...(found !== 'other'
      ? {
          key: 'cli.errors.server_moved',
          params: { server, address: found.movedTo },
          hint: { key: 'cli.hints.server_moved' },
        }
      : { key: 'cli.errors.other_server', params: { server }, hint: { key: 'cli.hints.not_fileshare' } }),
    cause: error,
  });
}

function isAmbiguous(error: unknown): boolean {
  if (error instanceof SeveralErrors) return error.errors.some(isAmbiguous);
  // A lost connection keeps its hint on how to resume.
  if (error instanceof HintedError) return error.cause instanceof AppError && isAmbiguous(error.cause);
  if (error instanceof AppError) return ambiguous.has(error.code) && !error.requestId;
  // An answer of another form than ours fails where it is read.
  return error instanceof TypeError || isNetworkError(error);
}

/** Null if it is a fileshare server, or if nothing answers, or only a gateway that has no server behind it. */
async function examine(server: string, signal: AbortSignal): Promise<{ movedTo: string } | 'other' | null> {
  try {
    const address = `${server}/api/health`;
    const response = await fetch(address, {
      // The key is for the server that was named: the person decides about another one.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
    if (response.status >= 500) return null;
    const movedTo = response.status >= 300 && response.status < 400 && response.headers.get('location');
    if (movedTo) return { movedTo: new URL(movedTo, address).origin };
    const health: unknown = await response.json().catch(() => null);
    const isFileshare =
      typeof health === 'object' && health !== null && 'status' in health && 'version' in health;
    return isFileshare ? null : 'other';
  } catch {
    return null;
  }
}

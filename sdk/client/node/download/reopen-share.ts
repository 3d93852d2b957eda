import { AppError } from '../../../contract/errors.ts';
import { errorFromAnswer } from '../../core/answer.ts';
import type { Transport, TransportResponse } from '../../core/transport.ts';
import { opensForFree, type ShareAccess, shareIdOfPath } from '../../shares/open-share.ts';

/**
 * Opens a share again, and repeats the request, when what has opened it has ended during a download: a share token that
 * was not used for an hour, a session or an API key. Only for shares without password and view limit, where that costs
 * nothing.
 */
export function reopeningShares<R extends TransportResponse>(
  transport: Transport<R>,
  { openShare }: Pick<ShareAccess, 'openShare'>,
): Transport<R> {
  const opening = new Map<string, Promise<unknown>>();
  return {
    async send(request) {
      const response = await transport.send(request);
      const id = shareIdOfPath(request.path);
      if (response.status !== 403 || id === undefined) return response;
      const refusal = errorFromAnswer({ status: response.status, body: await response.json() });
      if (!(refusal instanceof AppError) || !opensForFree(refusal)) return response;
      // The connections of a download are refused at the same time.
      const opened = opening.get(id) ?? openShare(id, { signal: request.signal });
      opening.set(id, opened);
      await opened.finally(() => opening.delete(id));
      return transport.send(request);
    },
  };
}

import { readErrorCode } from '../../core/answer.ts';
import { delay, readRetryAfter } from '../../core/backoff.ts';
import type { Transport, TransportResponse } from '../../core/transport.ts';

interface Polling {
  /** Milliseconds between two requests if the server specifies none. */
  pause: number;
  /** Milliseconds after which the response is returned unchanged; servers give up preparing long before. */
  limit: number;
}

const defaultPolling: Polling = { pause: 5000, limit: 15 * 60_000 };

/**
 * Repeats a request while the server is building an archive (202), or is checking a file for malware (503 with
 * `file_scanning`).
 */
export function awaitingArchives<R extends TransportResponse>(
  transport: Transport<R>,
  { pause, limit }: Polling = defaultPolling,
): Transport<R> {
  return {
    async send(request) {
      const startedAt = performance.now();
      for (;;) {
        const response = await transport.send(request);
        const { status } = response;
        if ((status !== 202 && status !== 503) || performance.now() - startedAt > limit) return response;
        // The body is read so that the connection becomes free again.
        const body = await response.json();
        if (status === 503 && readErrorCode(body) !== 'file_scanning') return response;
        await delay(readRetryAfter(response.header('retry-after')) || pause, request.signal);
      }
    },
  };
}

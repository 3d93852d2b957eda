import { delay, readRetryAfter } from '../../core/backoff.ts';
import type { Transport, TransportResponse } from '../../core/transport.ts';

interface ArchivePolling {
  /** Milliseconds between two requests if the server specifies none. */
  pause: number;
  /** Milliseconds after which the response is returned unchanged; servers give up preparing long before. */
  limit: number;
}

const defaultPolling: ArchivePolling = { pause: 5000, limit: 15 * 60_000 };

/** Repeats a request while the response is 202, which means that the server is building an archive. */
export function awaitingArchives<R extends TransportResponse>(
  transport: Transport<R>,
  { pause, limit }: ArchivePolling = defaultPolling,
): Transport<R> {
  return {
    async send(request) {
      const startedAt = performance.now();
      for (;;) {
        const response = await transport.send(request);
        if (response.status !== 202 || performance.now() - startedAt > limit) return response;
        // The body is read so that the connection becomes free again.
        await response.json();
        await delay(readRetryAfter(response.header('retry-after')) || pause, request.signal);
      }
    },
  };
}

import { delay, readRetryAfter } from '../../core/backoff.ts';
import type { Transport, TransportResponse } from '../../core/transport.ts';

interface ArchivePolling {
  /** Milliseconds between two questions when the server names none. */
  pause: number;
  /** Milliseconds after which its answer is taken as it is; servers give up preparing long before. */
  limit: number;
}

const defaultPolling: ArchivePolling = { pause: 5000, limit: 15 * 60_000 };

/** Asks again as long as the answer is 202: the server is building an archive. */
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
        // Read, so that the connection is free again.
        await response.json();
        await delay(readRetryAfter(response.header('retry-after')) || pause, request.signal);
      }
    },
  };
}

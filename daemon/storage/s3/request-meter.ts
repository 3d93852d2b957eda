import type { S3Client } from '@aws-sdk/client-s3';
import type { BucketRequests, RequestTotals } from '../stores.ts';

/** There is no such object, it is another or a shorter one: what the caller asked for. */
const answers: ReadonlySet<unknown> = new Set([404, 412, 416]);

/** Counts the requests of a client, from now on. */
export function meterRequests(client: S3Client): BucketRequests {
  const meter = new Map<string, RequestTotals>();
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const operation = commandName.replace(/Command$/, '');
        const totals = meter.get(operation) ?? { requests: 0, errors: 0, seconds: 0 };
        meter.set(operation, totals);
        totals.requests += 1;
        const startedAt = performance.now();
        try {
          return await next(args);
        } catch (error) {
          if (isFailure(error)) totals.errors += 1;
          throw error;
        } finally {
          totals.seconds += (performance.now() - startedAt) / 1000;
        }
      },
    // Below the repetitions, around the request and the reading of its status.
    { step: 'deserialize', priority: 'high', name: 'requestMeter' },
  );
  return meter;
}

function isFailure(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'AbortError') return false;
  const { $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  return !answers.has($metadata?.httpStatusCode);
}

import type { Transport, TransportResponse } from '../core/transport.ts';

/** An answer that a request would get. */
export interface KnownAnswer {
  /** HTTP status (RFC 9110, section 15). */
  status: number;
  /** What the JSON body is parsed to. */
  body: unknown;
}

/**
 * Answers that the page has brought with it, by method and path of the request: `GET /api/configs`. One may be on its
 * way; null: there is none after all.
 */
export type KnownAnswers = Readonly<Record<string, KnownAnswer | Promise<KnownAnswer | null>>>;

/**
 * Gives each known answer once instead of sending its request; none is given after another request that changes
 * something.
 */
export function withKnownAnswers(transport: Transport, known: KnownAnswers): Transport {
  const left = new Map(Object.entries(known));
  return {
    async send(request) {
      const key = `${request.method} ${request.path}`;
      const expected = left.get(key);
      left.delete(key);
      const answer = await expected;
      if (answer) return toResponse(answer);
      if (request.method !== 'GET') left.clear();
      return transport.send(request);
    },
  };
}

function toResponse({ status, body }: KnownAnswer): TransportResponse {
  return {
    status,
    header: () => null,
    json: async () => body,
    stream: () => new Blob([JSON.stringify(body)]).stream(),
  };
}

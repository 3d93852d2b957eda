import type { Transport, TransportRequest } from '../../core/transport.ts';
import type { NodeResponse } from '../undici-transport.ts';

interface FollowInit {
  /** Origin of the server. */
  baseUrl: string;
  /** Creates the transport to an origin. */
  sendTo: (origin: string) => Transport<NodeResponse>;
}

/** The headers that the other origin receives: neither cookies nor tokens. */
const kept = ['range', 'if-range', 'if-match', 'if-none-match'] as const;

/**
 * Follows one redirection (307 to a GET or HEAD) of a server that serves contents from a separate origin or from a
 * bucket. The target is used for this request only: the next one goes to the server again.
 */
export function followingContent(
  transport: Transport<NodeResponse>,
  { baseUrl, sendTo }: FollowInit,
): Transport<NodeResponse> {
  return {
    async send(request) {
      const response = await transport.send(request);
      const target = response.status === 307 ? readTarget(response, request, baseUrl) : null;
      if (!target) return response;
      await response.stream().cancel();
      const headers = Object.fromEntries(
        kept.flatMap((name) => {
          const value = request.headers?.[name];
          return value === undefined ? [] : [[name, value]];
        }),
      );
      const { method, signal } = request;
      const path = target.pathname + target.search;
      return sendTo(target.origin).send({ method, path, headers, signal });
    },
  };
}

/** Returns null unless content is redirected: not to the server itself, nor from an encrypted to an open connection. */
function readTarget(response: NodeResponse, { method }: TransportRequest, baseUrl: string): URL | null {
  const location = response.header('location');
  if ((method !== 'GET' && method !== 'HEAD') || !location || !URL.canParse(location)) return null;
  const { protocol } = new URL(baseUrl);
  const target = new URL(location);
  if (target.origin === baseUrl || (target.protocol !== 'https:' && target.protocol !== protocol))
    return null;
  return target;
}

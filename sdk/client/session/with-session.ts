import { readErrorCode } from '../core/answer.ts';
import type { Transport, TransportResponse } from '../core/transport.ts';
import type { SessionAccess } from './types.ts';

/** Adds the session to requests that bring no authorisation of their own, and tries once more after a refresh. */
export function withSession<R extends TransportResponse>(
  transport: Transport<R>,
  session: SessionAccess,
): Transport<R> {
  return {
    async send(request) {
      if (request.headers?.authorization !== undefined) return transport.send(request);
      const headers = await session.headers();
      const response = await transport.send({ ...request, headers: { ...headers, ...request.headers } });
      if (!(await isSessionOver(response)) || !(await session.recover(headers))) return response;
      const newHeaders = await session.headers();
      return transport.send({ ...request, headers: { ...newHeaders, ...request.headers } });
    },
  };
}

/** A browser drops the cookie of an expired access token by itself: then the server sees no session at all. */
async function isSessionOver(response: TransportResponse): Promise<boolean> {
  if (response.status !== 401) return false;
  const code = readErrorCode(await response.json());
  return code === 'session_expired' || code === 'sign_in_required';
}

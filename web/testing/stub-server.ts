import { vi } from 'vitest';
import { type ErrorCode, errorCatalogue, type ParamValue } from '#sdk/contract/errors.js';

export interface StubRequest {
  /** Method and path below `/api`: `POST /auth/signIn` */
  route: string;
  body: unknown;
}

type Answer = { status: number; body?: unknown };

/** Answers the page's requests by route in the place of a server, and keeps what was asked. Undo: `vi.unstubAllGlobals`. */
export function stubServer(
  routes: Record<string, (body: unknown) => Answer | Promise<Answer>>,
): StubRequest[] {
  const requests: StubRequest[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const route = `${method} ${new URL(url).pathname.replace('/api', '')}`;
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    requests.push({ route, body: sent });
    const answer = (await routes[route]?.(sent)) ?? refuse('not_found');
    const text = answer.body === undefined ? null : JSON.stringify(answer.body);
    return new Response(text, { status: answer.status });
  });
  return requests;
}

export function refuse(error: ErrorCode, params: Record<string, ParamValue> = {}): Answer {
  const body = { error, message: error, params, requestId: 'test' };
  return { status: errorCatalogue[error].status, body };
}

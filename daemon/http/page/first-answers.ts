import { api, fullPath } from '#sdk/contract/api.js';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import { AppError } from '#sdk/contract/errors.js';
import { authorizeEndpoint } from '../access.ts';
import { type Authenticator, identify } from '../actor.ts';
import type { Context } from '../context.ts';
import { errorBody } from '../error-boundary.ts';
import type { Route } from '../implement.ts';

interface Options {
  routes: readonly Route[];
  authenticator: Authenticator;
  hasAdmin: () => Promise<boolean>;
}

interface Answer {
  status: number;
  body: unknown;
}

export interface FirstAnswers {
  isSignedIn: boolean;
  /** Whether it is known who asks: a session that must be renewed first is of somebody. */
  isKnown: boolean;
  /** By path of the request that each of them replaces. */
  answers: Readonly<Record<string, Answer>>;
}

/** What every page asks before it shows anything. None of these changes anything, such as the views of a share. */
const always: readonly EndpointDefinition[] = [api.configs.list, api.users.me];

/**
 * Answers in advance what the page at an address asks first, so that its first view needs no further round trip. Each
 * answer is the one that the endpoint would give to the same visitor.
 */
export function createFirstAnswers(options: Options): (ctx: Context) => Promise<FirstAnswers> {
  const routes = new Map(options.routes.map((route) => [route.endpoint, route]));
  return async (ctx) => {
    // Then most endpoints refuse to answer.
    if (ctx.state.addressRefusal || !(await options.hasAdmin()))
      return { isSignedIn: false, isKnown: false, answers: {} };
    const actor = await identify(ctx, options.authenticator);
    const entries = always.map(async (endpoint) => {
      const handle = async () => {
        const authorized = authorizeEndpoint(endpoint, actor);
        const parsed: Record<'query' | 'body', unknown> = { query: {}, body: undefined };
        const input = { params: undefined, ...parsed, file: undefined, actor: authorized, ctx };
        return routes.get(endpoint)?.handle(input as Parameters<Route['handle']>[0]);
      };
      return [fullPath(endpoint), await answer(ctx, handle)] as const;
    });
    const answers: FirstAnswers['answers'] = Object.fromEntries(await Promise.all(entries));
    const isKnown = answers[fullPath(api.users.me)]?.status === 200;
    return { isSignedIn: actor.user !== null, isKnown, answers };
  };
}

async function answer(ctx: Context, handle: () => Promise<unknown>): Promise<Answer> {
  try {
    return { status: 200, body: await handle() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { status: error.status, body: errorBody(error, ctx.state.requestId) };
  }
}

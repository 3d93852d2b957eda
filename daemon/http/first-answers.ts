import { api, apiBase, fullPath } from '#sdk/contract/api.js';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import { AppError } from '#sdk/contract/errors.js';
import { authorizeEndpoint } from './access.ts';
import { type Authenticator, identify } from './actor.ts';
import type { Context } from './context.ts';
import { errorBody } from './error-boundary.ts';
import type { Route } from './implement.ts';
import { parsePart } from './validate.ts';

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
  /** By path of the request that each of them replaces. */
  answers: Readonly<Record<string, Answer>>;
}

interface Question {
  endpoint: EndpointDefinition;
  /** With its parameters filled in, if it has any. */
  path?: string;
  params?: Readonly<Record<string, string>>;
}

/** What every page asks before it shows anything. None of these changes anything, such as the views of a share. */
const always: readonly Question[] = [{ endpoint: api.configs.list }, { endpoint: api.users.me }];

/**
 * Answers in advance what the page at an address asks first, so that its first view needs no further round trip. Each
 * answer is the one that the endpoint would give to the same visitor.
 */
export function createFirstAnswers(options: Options): (ctx: Context) => Promise<FirstAnswers> {
  const routes = new Map(options.routes.map((route) => [route.endpoint, route]));
  return async (ctx) => {
    // Then most endpoints refuse to answer.
    if (ctx.state.addressRefusal || !(await options.hasAdmin())) return { isSignedIn: false, answers: {} };
    const actor = await identify(ctx, options.authenticator);
    const questions = [...always, ...shareAt(ctx.path)];
    const entries = questions.map(async ({ endpoint, path = fullPath(endpoint), params: given }) => {
      const handle = async () => {
        const authorized = authorizeEndpoint(endpoint, actor);
        const params: unknown = endpoint.params && parsePart(endpoint.params, given);
        const parsed: Record<'query' | 'body', unknown> = { query: {}, body: undefined };
        const input = { params, ...parsed, file: undefined, actor: authorized, ctx };
        return routes.get(endpoint)?.handle(input as Parameters<Route['handle']>[0]);
      };
      return [path, await answer(ctx, handle)] as const;
    });
    return { isSignedIn: actor.user !== null, answers: Object.fromEntries(await Promise.all(entries)) };
  };
}

/** The page of a share asks for the share. */
function shareAt(path: string): Question[] {
  const [, id] = /^\/share\/([\w-]{1,100})$/.exec(path) ?? [];
  return id === undefined
    ? []
    : [{ endpoint: api.shares.get, path: `${apiBase}/shares/${id}`, params: { id } }];
}

async function answer(ctx: Context, handle: () => Promise<unknown>): Promise<Answer> {
  try {
    return { status: 200, body: await handle() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { status: error.status, body: errorBody(error, ctx.state.requestId) };
  }
}

import Router from '@koa/router';
import * as z from 'zod/mini';
import { apiBase, fullPath } from '#sdk/contract/api.js';
import { type EndpointDefinition, statusOf } from '#sdk/contract/endpoint.js';
import { AppError } from '#sdk/contract/errors.js';
import { authorizeEndpoint } from './access.ts';
import { type Authenticator, identify } from './actor.ts';
import { readFormFile } from './body/form-file.ts';
import { parseStrictJson } from './body/strict-json.ts';
import { mayCompress, sendCompressed } from './compress.ts';
import type { Context, Middleware, Next } from './context.ts';
import { sendContinue } from './expect.ts';
import type { Route } from './implement.ts';
import type { ServerLimits } from './limits/limits.ts';
import { once } from './once.ts';
import { prefersText, sendLine } from './put-answers.ts';
import { assertDeclared } from './route-table.ts';
import { parsePart } from './validate.ts';

interface RouterOptions {
  routes: readonly Route[];
  authenticator: Authenticator;
  /** In development and tests, an answer that breaks the contract is an error. */
  checkResponses: boolean;
  limits: Pick<ServerLimits, 'bodyTimeout'>;
}

export const bodyLimit = 256 * 1024;

/** Makes one Koa route per endpoint: authorization, validation, the handler, the answer. */
export function createApiRouter(options: RouterOptions): Middleware[] {
  const routers = new Map<string, Router>();
  const parseJson = createJsonParser(options.limits.bodyTimeout);
  const sorted = [...options.routes].sort((a, b) => countParams(a) - countParams(b));
  for (const route of sorted) {
    const { endpoint } = route;
    assertDeclared(endpoint);
    const methods = isRead(endpoint) ? ['GET', 'HEAD'] : [endpoint.method];
    const steps = endpoint.body ? [requireJson, parseJson] : [];
    const path = fullPath(endpoint);
    const group = groupOf(path);
    const router = routers.get(group) ?? new Router({ strict: true, sensitive: true });
    routers.set(group, router);
    router.register(path, methods, [...steps, createStep(route, options)]);
  }
  const groups = new Map([...routers].map(([group, router]) => [group, router.routes()]));
  const routeRequest: Middleware = async (ctx, next) => {
    const group = groups.get(groupOf(ctx.path)) as Middleware | undefined;
    return group ? group(ctx, next) : next();
  };
  return [routeRequest, createFallback(options.routes)];
}

/**
 * A router tries the patterns of its routes one after the other. So routes whose paths have the same beginning and as many
 * segments have a router of their own; only outside of the API, a parameter can be more than one segment.
 */
function groupOf(path: string): string {
  const base = path.startsWith(`${apiBase}/`) ? apiBase.length + 1 : 1;
  let end = path.indexOf('/', base);
  if (end < 0) return path;
  const start = path.slice(0, end);
  if (base === 1) return start;
  let segments = 0;
  for (; end >= 0; end = path.indexOf('/', end + 1)) segments += 1;
  return `${start} ${segments}`;
}

const isRead = ({ kind, method }: EndpointDefinition): boolean => kind === 'stream' && method === 'GET';

const nobody: Authenticator = {
  verifySession: async () => null,
  verifyApiKey: async () => null,
  verifyWorkload: async () => null,
};

/** Serves only these routes, for clients that are not identified. */
export function createPublicRouter(options: Omit<RouterOptions, 'authenticator'>): Middleware {
  const [route, refuse] = createApiRouter({ ...options, authenticator: nobody });
  return async (ctx) =>
    route?.(ctx, async () =>
      refuse?.(ctx, async () => {
        throw new AppError('not_found');
      }),
    );
}

/** Sorts fixed paths before those with parameters: `/shares/all` before `/shares/:id`. */
function countParams({ endpoint }: Route): number {
  return endpoint.path.split(':').length;
}

function createStep(route: Route, options: RouterOptions): Middleware {
  const { endpoint } = route;
  return async (ctx) => {
    const authorizeRequest = async () => {
      const acceptsBasic = endpoint.kind === 'put';
      const actor = authorizeEndpoint(endpoint, await identify(ctx, options.authenticator, { acceptsBasic }));
      if (ctx.state.addressRefusal && !actor.user) throw ctx.state.addressRefusal;
      return actor;
    };
    const first = await authorizeRequest();
    const input = {
      params: parseOptional(endpoint.params, ctx.params),
      query: parseOptional(endpoint.query ?? noQuery(endpoint), { ...ctx.query }),
      // A body that is missing lacks its fields, so that the error names them.
      body: parseOptional(endpoint.body, ctx.request.body ?? {}),
      // Read only now that the sender is known: it is larger than other bodies.
      file: await readFile(endpoint, ctx, options),
    };
    // Reading a file takes time, in which the account may have lost its rights.
    const actor = input.file ? await authorizeRequest() : first;
    const handled = { ...input, actor, ctx, authorizeAgain: authorizeRequest };
    const response = await route.handle(handled as Parameters<Route['handle']>[0]);
    if (endpoint.kind === 'stream' || endpoint.kind === 'tus') return;
    if (options.checkResponses && endpoint.response) assertResponse(endpoint, response);
    // Otherwise Koa answers "Accepted" in plain text.
    if (!endpoint.response) ctx.body = null;
    if (endpoint.kind === 'redirect') ctx.set('Location', String(response));
    ctx.status = statusOf(endpoint);
    if (endpoint.response) await sendResponse(ctx, endpoint, response);
    ctx.set('Cache-Control', 'no-store');
  };
}

async function sendResponse(ctx: Context, endpoint: EndpointDefinition, response: unknown): Promise<void> {
  if (endpoint.kind === 'put' && prefersText(ctx)) return sendLine(ctx, ctx.response.get('Location'));
  await sendJson(ctx, endpoint, response);
  ctx.type = 'application/json; charset=utf-8';
}

async function sendJson(ctx: Context, endpoint: EndpointDefinition, response: unknown): Promise<void> {
  const json = JSON.stringify(response);
  if (mayCompress(endpoint)) await sendCompressed(ctx, json);
  else ctx.body = json;
}

async function readFile(
  { file }: EndpointDefinition,
  ctx: Context,
  { limits }: RouterOptions,
): Promise<Uint8Array | undefined> {
  return file && readFormFile(ctx, { maxBytes: file.maxBytes, timeout: limits.bodyTimeout });
}

const emptyQuery = z.strictObject({});

function noQuery(endpoint: EndpointDefinition) {
  return endpoint.kind === 'tus' ? undefined : emptyQuery;
}

function parseOptional(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  return schema ? parsePart(schema, value) : undefined;
}

function assertResponse(endpoint: EndpointDefinition, response: unknown): void {
  const result = z.safeParse(endpoint.response as z.ZodMiniType, response);
  if (!result.success) {
    throw new Error(
      `${endpoint.method} ${endpoint.path} breaks its contract: ${z.prettifyError(result.error)}`,
    );
  }
}

/** Another website can make a browser send forms and plain text, so only JSON is accepted as a body. */
async function requireJson(ctx: Context, next: Next): Promise<unknown> {
  const hasBody = Number(ctx.get('content-length')) > 0 || ctx.get('transfer-encoding') !== '';
  if (hasBody && !isJson(ctx)) throw new AppError('unsupported_media_type');
  return next();
}

/** RFC 8259, section 8.1: JSON is UTF-8. */
function isJson(ctx: Context): boolean {
  const [type = '', ...others] = ctx.req.headersDistinct['content-type'] ?? [];
  const charsets = [...type.matchAll(/;\s*charset\s*=\s*("?)([^";]*)\1/gi)];
  const isUtf8 = charsets.every(([, , charset = '']) => /^utf-?8$/i.test(charset.trim()));
  return others.length === 0 && isUtf8 && Boolean(ctx.is('application/json'));
}

/**
 * Loaded with the first body: it includes much that is not needed here, and takes a tenth of an idle server's memory.
 */
const loadBodyParser = once(async () => {
  const { HttpMethodEnum, koaBody } = await import('koa-body');
  return koaBody({
    json: false,
    urlencoded: false,
    // Read as text, because its own JSON parser accepts bytes that are not UTF-8, and duplicate names.
    text: true,
    textTypes: ['application/json'],
    encoding: 'binary',
    multipart: false,
    textLimit: bodyLimit,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
  });
});

function createJsonParser(timeout: number): Middleware {
  return async (ctx, next) => {
    sendContinue(ctx);
    const readBody = await loadBodyParser();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new AppError('request_timeout')), timeout);
    });
    try {
      await Promise.race([readBody(ctx as never, async () => undefined), tooLate]);
      Object.assign(ctx.request, { body: parseBody(ctx.request.body) });
    } catch (error) {
      // The rest of the body is not waited for.
      ctx.set('Connection', 'close');
      if (error instanceof AppError) throw error;
      const isTooLarge = error instanceof Error && 'status' in error && error.status === 413;
      throw isTooLarge
        ? new AppError('body_too_large', { limit: bodyLimit })
        : new AppError('malformed_request', undefined, { cause: error });
    } finally {
      clearTimeout(timer);
    }
    return next();
  };
}

function parseBody(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  return body === '' ? {} : parseStrictJson(Buffer.from(body, 'binary'));
}

/**
 * Answers requests that no route took: 405 with the methods of a known path, otherwise 404. Paths of the page are
 * passed on.
 */
function createFallback(routes: readonly Route[]): Middleware {
  const roots = new Set([apiBase, ...routes.map(({ endpoint }) => rootOf(endpoint))]);
  const known = routes.map(({ endpoint }) => ({
    pattern: patternOf(endpoint),
    methods: endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method],
  }));
  return async (ctx, next) => {
    if (!roots.has(/^\/[^/]*/.exec(ctx.path)?.[0] ?? '')) return next();
    const allowed = known.filter(({ pattern }) => pattern.test(ctx.path)).flatMap(({ methods }) => methods);
    if (allowed.length === 0) throw new AppError('not_found');
    ctx.set('Allow', [...new Set(allowed)].join(', '));
    throw new AppError('method_not_allowed');
  };
}

/** Returns the first segment of the path. */
function rootOf(endpoint: EndpointDefinition): string {
  return `/${fullPath(endpoint).split('/')[1]}`;
}

function patternOf(endpoint: EndpointDefinition): RegExp {
  const pattern = fullPath(endpoint)
    .replaceAll(/:\w+/g, '[^/]+')
    .replace(/\*\w+$/, '.+');
  return new RegExp(`^${pattern}$`);
}

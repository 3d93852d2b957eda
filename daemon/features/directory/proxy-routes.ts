import type { UserId } from '#sdk/contract/formats/primitives.js';
import { identify } from '../../http/actor.ts';
import type { Context, Middleware } from '../../http/context.ts';
import type { LoginCookie } from '../../http/cookies/sign-in.ts';
import type { Logger } from '../../logger.ts';
import type { ReplaceSession } from '../auth/replace-session.ts';
import type { ConfigReader } from '../config/reader.ts';
import { explainsRefusal, readGroupNames } from './policy.ts';
import type { ProxiedPerson, ProxyResult, ProxySignIn } from './proxy-sign-in.ts';

interface Deps {
  config: ConfigReader;
  logger: Logger;
  hasAdmin(): Promise<boolean>;
  signIn: ProxySignIn;
  /** Returns the owner of the browser's session, or null. */
  findOwner(ctx: Context): Promise<UserId | null>;
  loginCookie: LoginCookie;
  replaceSession: ReplaceSession;
}

/** Milliseconds between two warnings: anybody can send these headers. */
const warnEvery = 60_000;

/**
 * Signs people in when their browser opens a page, with the headers of the proxy in front of the server. From anyone
 * else the headers mean nothing.
 */
export function createProxyPages(deps: Deps): Middleware {
  const { config, hasAdmin, signIn, findOwner } = deps;
  const refuseStranger = createStrangerWarning(deps.logger);

  return async (ctx, next) => {
    if (!config.get('proxy.enabled') || !opensPage(ctx)) return next();
    const person = readPerson(ctx, config);
    if (!person) return next();
    if (!ctx.state.client.isFromProxy) {
      refuseStranger(ctx);
      return next();
    }
    if (!(await hasAdmin())) return next();
    const actor = await identify(ctx, nobody);
    const result = await signIn(person, await findOwner(ctx), actor);
    const address = await enter(ctx, result, { ...deps, actor });
    if (address === null) return next();
    ctx.redirect(address);
    ctx.set('Cache-Control', 'no-store');
    return undefined;
  };
}

const nobody = {
  verifySession: async () => null,
  verifyApiKey: async () => null,
  verifyWorkload: async () => null,
};

/** Returns the page to open instead, or null. */
async function enter(
  ctx: Context,
  result: ProxyResult,
  { actor, loginCookie, replaceSession }: Deps & { actor: Awaited<ReturnType<typeof identify>> },
): Promise<string | null> {
  switch (result.kind) {
    case 'unchanged':
      return null;
    case 'signedIn':
      await replaceSession(ctx, result.session, actor);
      ctx.state.accessToken = result.session.accessToken;
      return null;
    case 'challenged': {
      // The page that asks for the code is opened with the next request, and has to have its token then.
      if (ctx.path === codePage && ctx.query['step'] === 'code') return null;
      loginCookie.set(ctx, result.challenge);
      if (!explainsRefusal(ctx.path)) return null;
      return `${codePage}?${new URLSearchParams({ step: 'code', from: ctx.path }).toString()}`;
    }
    case 'refused':
      if (!explainsRefusal(ctx.path)) return null;
      return `/error?${new URLSearchParams({ error: result.code, params: 'proxy' }).toString()}`;
  }
}

const codePage = '/auth/signIn';

/** Whether a browser navigates: files of the page need no session, and programs have keys. */
function opensPage(ctx: Context): boolean {
  if (ctx.method !== 'GET' || ctx.path.startsWith('/api/') || /\.\w+$/.test(ctx.path)) return false;
  const destination = ctx.get('sec-fetch-dest');
  return (destination === '' || destination === 'document') && ctx.accepts('html') !== false;
}

function readPerson(ctx: Context, config: ConfigReader): ProxiedPerson | null {
  const read = (name: string) => (name === '' ? null : readHeader(ctx, name));
  const username = read(config.get('proxy.userHeader'));
  if (username === null) return null;
  const groupsHeader = config.get('proxy.groupsHeader');
  return {
    username,
    email: read(config.get('proxy.emailHeader')),
    displayName: read(config.get('proxy.displayNameHeader')),
    // Proxies leave the header out for people who are in no group.
    groups:
      groupsHeader === ''
        ? null
        : readGroupNames(read(groupsHeader) ?? '', config.get('proxy.groupsSeparator')),
  };
}

/** With two of the same name, the proxy may have added its own to that of the client: neither counts. */
function readHeader(ctx: Context, name: string): string | null {
  const [value = '', ...others] = ctx.req.headersDistinct[name.toLowerCase()] ?? [];
  if (others.length > 0) return null;
  // Node reads headers as Latin-1, and proxies write UTF-8.
  const text = Buffer.from(value, 'latin1').toString('utf8').trim();
  return text === '' || text.length > 8000 || /\p{Cc}/u.test(text) ? null : text;
}

function createStrangerWarning(logger: Logger): (ctx: Context) => void {
  let next = Number.NEGATIVE_INFINITY;
  return (ctx) => {
    if (performance.now() < next) return;
    next = performance.now() + warnEvery;
    logger.warn(
      { ip: ctx.state.client.ip },
      'a header that signs people in was ignored: it came from an address that is not in FILESHARE_TRUSTED_PROXIES',
    );
  };
}

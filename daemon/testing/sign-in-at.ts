import * as z from 'zod/mini';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import { type Answer, createBrowser } from './browser.ts';
import type { TestApp } from './start-app.ts';

/** A provider, or its stand-in. */
interface Counterpart {
  visit(url: string, answer?: 'yes' | 'no'): Promise<URL>;
}

interface Trip {
  provider: OauthProvider;
  there: Counterpart;
  /** The page to return to. */
  from?: string;
  answer?: 'yes' | 'no';
}

export interface Arrived {
  /** Path and query of the page that the browser shows now. */
  page: string;
  /** The user who is signed in there. */
  user: z.output<typeof Account>;
}

/** The fields that stay the same at every sign-in; null: nobody is signed in. */
const Account = z.nullable(z.object({ id: z.string(), username: z.string(), email: z.string() }));

/** Signs in with a provider, from the button to the page that follows, with a new browser. */
export async function signInAt({ url }: TestApp, trip: Trip): Promise<Arrived> {
  const browser = createBrowser(url);
  const { provider, there, from = '/', answer = 'yes' } = trip;
  const start = locationOf(await browser(`/oauth/auth/${provider}?from=${encodeURIComponent(from)}`));
  if (start.pathname === '/error') return { page: pageOf(start), user: null };
  const back = await there.visit(start.href, answer);
  const page = pageOf(locationOf(await browser(`${back.pathname.replace(/^\/api/, '')}${back.search}`)));
  const { body } = await browser('/users/me');
  return { page, user: Account.parse(body) };
}

function locationOf({ status, headers }: Answer): URL {
  if (status !== 303) throw new Error(`a page was to follow, and not status ${status}`);
  return new URL(headers.get('location') ?? '');
}

const pageOf = ({ pathname, search }: URL): string => `${pathname}${search}`;

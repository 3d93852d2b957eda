import type { OauthProvider } from '#sdk/contract/oauth.js';
import type { Profile } from '../../features/oauth/types.ts';
import { type Answer, type Call, createBrowser } from '../browser.ts';
import { addMember, type Member } from '../members.ts';
import { startApp, type TestApp } from '../start-app.ts';
import { aProfile, createFakeProviders, type FakeProviders } from './fake-providers.ts';

/** An instance whose providers believe everything a test says. */
export interface SocialApp {
  app: TestApp;
  providers: FakeProviders;
  /** Sends a browser to a provider; returns its state. */
  leave(browser: Call, path?: string): Promise<string>;
  /** Returns a browser with an answer of the provider; returns the URL where it lands. */
  comeBack(browser: Call, state: string, answer: Profile | Error): Promise<string | null>;
  /** Sends a browser to the provider and back. */
  goThrough(browser: Call, answer: Profile | Error, path?: string): Promise<string | null>;
  /** Creates a member who is linked to a provider account. */
  addLinked(changes?: Parameters<typeof addMember>[2]): Promise<{ member: Member; profile: Profile }>;
  link(member: Member, profile: Profile, provider?: OauthProvider): Promise<void>;
  newBrowser(): ReturnType<typeof createBrowser>;
  auditOf(member: Pick<Member, 'id'>): Promise<unknown[]>;
}

export const appUrl = 'https://files.example.org';

/** Returns the URL of the page that shows an error. */
export function errorPage(code: string, provider: OauthProvider | null = 'github'): string {
  return `${appUrl}/error?error=${code}${provider === null ? '' : `&params=${provider}`}`;
}

export const locationOf = ({ headers }: Answer): string | null => headers.get('location');

/** Returns the name of the account that a browser is signed in to. */
export async function whoIs(browser: Call): Promise<string | undefined> {
  const { body } = await browser('/users/me');
  return (body as { username?: string } | null | undefined)?.username;
}

type StartOptions = NonNullable<Parameters<typeof startApp>[0]>;

export async function startSocialApp({ env, ...options }: StartOptions): Promise<SocialApp> {
  const providers = createFakeProviders();
  const app = await startApp({
    ...options,
    providers,
    env: { FILESHARE_CONFIG_GENERAL_APP_URL: appUrl, FILESHARE_ADDRESS_LIMIT_FACTOR: '1000', ...env },
  });
  const { uow, clock, database } = app.app.core;
  let count = 0;

  const social: SocialApp = {
    app,
    providers,

    async leave(browser, path = '/oauth/auth/github') {
      const location = locationOf(await browser(path));
      return new URL(location ?? '').searchParams.get('state') ?? '';
    },

    async comeBack(browser, state, answer) {
      const code = `code-${providers.answers.size}`;
      providers.answers.set(code, answer);
      return locationOf(
        await browser(`/oauth/callback/github?${new URLSearchParams({ code, state }).toString()}`),
      );
    },

    async goThrough(browser, answer, path) {
      return social.comeBack(browser, await social.leave(browser, path), answer);
    },

    async addLinked(changes) {
      count += 1;
      const member = await addMember(app, `linked${count}`, changes);
      const profile = aProfile({ subject: `person${count}` });
      await social.link(member, profile);
      return { member, profile };
    },

    async link({ id }, { issuer, subject, name }, provider = 'github') {
      const account = { provider, issuer, subject, name, userId: id, createdAt: clock.now() };
      await uow.transaction(({ socialAccounts }) => socialAccounts.insert(account));
    },

    newBrowser: () => createBrowser(app.url),

    async auditOf({ id }) {
      const rows: { action: string; result: string; details: string }[] = await database
        .reader('audit')
        .where((own) => void own.where({ actor_id: id }).orWhere({ subject_id: id }))
        .orderBy('id');
      return rows.map(({ action, result, details }) => [action, result, JSON.parse(details) as object]);
    },
  };
  return social;
}

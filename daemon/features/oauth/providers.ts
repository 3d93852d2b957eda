import type { ConfigKey } from '#sdk/contract/config.js';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import { oauthProviders } from '#sdk/contract/oauth-providers.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ConfigReader } from '../config/reader.ts';
import { type Connection, connect } from './connection.ts';
import { buildAuthorizationUrl, identify } from './exchange.ts';
import { failingAs } from './protocol-errors.ts';
import type { Credentials, ProviderKind } from './provider-kinds.ts';
import { discord } from './providers/discord.ts';
import { github } from './providers/github.ts';
import { google } from './providers/google.ts';
import { microsoft } from './providers/microsoft.ts';
import { oidc } from './providers/oidc.ts';
import type { Provider, Providers } from './types.ts';

interface Deps {
  config: ConfigReader;
  outbound: Pick<Outbound, 'fetch'>;
  clock: Pick<Clock, 'monotonic'>;
}

/** Milliseconds that a provider's metadata is cached. */
const metadataLifetime = 10 * 60_000;

const keys = {
  github: {
    enabled: 'oauth.github-enabled',
    clientId: 'oauth.github-clientId',
    clientSecret: 'oauth.github-clientSecret',
  },
  google: {
    enabled: 'oauth.google-enabled',
    clientId: 'oauth.google-clientId',
    clientSecret: 'oauth.google-clientSecret',
  },
  microsoft: {
    enabled: 'oauth.microsoft-enabled',
    clientId: 'oauth.microsoft-clientId',
    clientSecret: 'oauth.microsoft-clientSecret',
  },
  discord: {
    enabled: 'oauth.discord-enabled',
    clientId: 'oauth.discord-clientId',
    clientSecret: 'oauth.discord-clientSecret',
  },
  oidc: {
    enabled: 'oauth.oidc-enabled',
    clientId: 'oauth.oidc-clientId',
    clientSecret: 'oauth.oidc-clientSecret',
  },
} as const satisfies Record<OauthProvider, Record<'enabled' | 'clientId' | 'clientSecret', ConfigKey>>;

const kinds: Readonly<Record<OauthProvider, (config: ConfigReader) => ProviderKind>> = {
  github: () => github,
  google: () => google,
  microsoft: (config) => microsoft(config.get('oauth.microsoft-tenant')),
  discord: (config) => discord(config.get('oauth.discord-limitedGuild')),
  oidc: (config) =>
    oidc({
      discoveryUri: config.get('oauth.oidc-discoveryUri'),
      usernameClaim: config.get('oauth.oidc-usernameClaim'),
      groupsClaim: config.get('oauth.oidc-groupsClaim'),
    }),
};

/** The providers in the current configuration. */
export function createProviders({ config, outbound, clock }: Deps): Providers {
  const remember = createMemory(clock);
  const isEnabled = (name: OauthProvider) => config.get(keys[name].enabled);

  function provide(name: OauthProvider): Provider {
    const kind = kinds[name](config);
    const credentials: Credentials = {
      clientId: config.get(keys[name].clientId),
      clientSecret: config.get(keys[name].clientSecret),
    };
    const reach = () =>
      failingAs('default', () =>
        remember(name, JSON.stringify([kind, credentials]), () => connect(kind, credentials, outbound)),
      );
    return {
      authorizationUrl: async (request) => {
        const connection = await reach();
        return failingAs('default', () => buildAuthorizationUrl(connection, kind, request));
      },
      identify: async (callback, request) => identify(await reach(), kind, { callback, request }),
    };
  }

  return {
    listEnabled: () => oauthProviders.filter(isEnabled),
    find: (name) => (isEnabled(name) ? provide(name) : null),
  };
}

interface Remembered {
  settings: string;
  until: number;
  connection: Promise<Connection>;
}

/**
 * Keeps one connection per provider, and renews it after a change of settings, after some time, and after a failure.
 */
function createMemory(clock: Deps['clock']) {
  const memory = new Map<OauthProvider, Remembered>();
  return (name: OauthProvider, settings: string, make: () => Promise<Connection>): Promise<Connection> => {
    const known = memory.get(name);
    if (known && known.settings === settings && clock.monotonic() < known.until) return known.connection;
    const entry = { settings, until: clock.monotonic() + metadataLifetime, connection: make() };
    memory.set(name, entry);
    entry.connection.catch(() => memory.get(name) === entry && memory.delete(name));
    return entry.connection;
  };
}

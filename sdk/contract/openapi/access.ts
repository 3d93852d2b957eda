import type { Access, EndpointDefinition, KeyAccess } from '../endpoint.ts';

/** Describes in the API references which callers an endpoint accepts. */

export type Security = readonly Readonly<Record<string, readonly string[]>>[];

export const securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The access token of a session, or the upload token of a share.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'fsk_<id>_<secret>',
    description:
      'A key for programs, with scopes. It can never do more than its owner can at that moment, and is accepted only in this header.',
  },
  basicKey: {
    type: 'http',
    scheme: 'basic',
    description: 'An API key as the password, with any username.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'access_token',
    description:
      'The session of a browser. Requests that change something must come from the same origin, and have a JSON body or the header `X-Requested-With`, which no plain form can send.',
  },
  shareToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Share-Token',
    description: 'Returned when a share is opened.',
  },
  basicPassword: {
    type: 'http',
    scheme: 'basic',
    description: 'The password of the share, with any username.',
  },
  sharePassword: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Share-Password',
    description: 'The password of the share, in UTF-8.',
  },
};

const session: Security = [{ bearer: [] }, { cookie: [] }];

/** An empty entry means that the call may be allowed without any of them. */
const withoutAccount: Partial<Record<Access, Security>> = {
  anyone: [{}],
  'share:view': [{}, { shareToken: [] }],
  'share:download': [{}, { shareToken: [] }],
};

const password: Security = [{ basicPassword: [] }, { sharePassword: [] }];

/** Lists the alternative ways to authenticate; one of them is enough. */
export function securityOf({ access, apiKey, kind, errors }: EndpointDefinition): Security {
  const key = apiKey === 'session' ? [] : [{ apiKey: scopesOf(apiKey) }];
  const basicKey = kind === 'put' ? [{ basicKey: [] }] : [];
  const takesPassword = errors.includes('direct_link_password');
  return [
    ...(withoutAccount[access] ?? []),
    ...(takesPassword ? password : []),
    ...session,
    ...key,
    ...basicKey,
  ];
}

function scopesOf(apiKey: KeyAccess): string[] {
  return apiKey === 'any' || apiKey === 'visit' || apiKey === 'session' ? [] : [apiKey];
}

export const accessTexts: Readonly<Record<Access, string>> = {
  anyone: 'Anyone may call it.',
  user: 'Needs a signed-in user.',
  admin: 'Needs a signed-in administrator.',
  'share:view':
    'Requires a share token if the share has a password or a view limit; its owner and administrators need none.',
  'share:download':
    'Requires a share token if the share has a password or a view limit; its owner and administrators need none.',
  'share:upload': 'Needs the session of the owner of the share, or its upload token.',
  'share:append': 'Needs the session of the owner of the share.',
  'share:edit': 'Needs the session of the owner or of an administrator.',
  'share:remove-file':
    'Needs the session of the owner or of an administrator, or the upload token of a draft.',
  'share:remove': 'Needs the session of the owner or of an administrator, or the upload token of a draft.',
  'share:manage': 'Needs the session of the owner or of an administrator, or the upload token of a draft.',
};

export const keyTexts: Readonly<Record<KeyAccess, string>> = {
  'shares:read': 'An API key needs the scope `shares:read`.',
  'shares:write': 'An API key needs the scope `shares:write`.',
  'reverse-shares': 'An API key needs the scope `reverse-shares`.',
  admin: 'An API key needs the scope `admin`, and its owner must be an administrator.',
  any: 'Any API key is accepted.',
  visit: 'An API key without the scope `shares:read` counts as a visitor without an account.',
  session: 'API keys are refused: a person must be signed in.',
};

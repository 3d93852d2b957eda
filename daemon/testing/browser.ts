/** A cookie as the server set it. */
export interface ReceivedCookie {
  value: string;
  /** In lower case, with their values: `path`, `samesite`, `httponly`, `secure`, `expires`. */
  attributes: Map<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  cookies: Map<string, ReceivedCookie>;
  body: unknown;
}

interface CallOptions {
  method?: string;
  json?: unknown;
  headers?: Record<string, string>;
}

export type Call = (path: string, options?: CallOptions) => Promise<Answer>;

/** Calls the API over HTTP and returns the whole answer; keeps nothing. */
export function createCaller(url: string): Call {
  return async (path, { method, json, headers = {} } = {}) => {
    const hasBody = json !== undefined;
    const response = await fetch(`${url}/api${path}`, {
      method: method ?? (hasBody ? 'POST' : 'GET'),
      // Tests look at the redirects of a browser.
      redirect: 'manual',
      headers: { ...(hasBody && { 'content-type': 'application/json' }), ...headers },
      ...(hasBody && { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      cookies: new Map(response.headers.getSetCookie().map(parseCookie)),
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
}

/** Calls the API like a page in a browser: keeps cookies, and sends each only below its path. */
export function createBrowser(url: string): Call & { cookies: Map<string, ReceivedCookie> } {
  const call = createCaller(url);
  const jar = new Map<string, ReceivedCookie>();
  const browse: Call = async (path, options = {}) => {
    const sent = [...jar].filter(([, { attributes }]) =>
      `/api${path}`.startsWith(attributes.get('path') ?? '/'),
    );
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ');
    const headers = { 'x-requested-with': 'test', ...(cookie && { cookie }), ...options.headers };
    const answer = await call(path, { ...options, headers });
    for (const [name, received] of answer.cookies) {
      if (received.value === '') jar.delete(name);
      else jar.set(name, received);
    }
    return answer;
  };
  return Object.assign(browse, { cookies: jar });
}

function parseCookie(line: string): [string, ReceivedCookie] {
  const [first = '', ...rest] = line.split('; ');
  const [name, value] = split(first);
  const attributes = new Map(rest.map(split).map(([key, text]) => [key.toLowerCase(), text]));
  return [name, { value, attributes }];
}

function split(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}

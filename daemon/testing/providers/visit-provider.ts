import { Agent, request } from 'undici';

interface Visit {
  /** The URL that an instance sent the browser to. */
  url: string;
  /** The answer to the question of the provider. */
  answer: 'yes' | 'no';
  /** The certificate (PEM) to trust. */
  certificate: string;
}

/** Plays the browser at a provider, and returns the URL it is sent back to. */
export async function visitProvider({ url, answer, certificate }: Visit): Promise<URL> {
  const dispatcher = new Agent({ connect: { ca: certificate } });
  const jar = new Map<string, string>();

  async function go(to: URL, method: 'GET' | 'POST' = 'GET'): Promise<URL> {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const { statusCode, headers, body } = await request(to, { method, dispatcher, headers: { cookie } });
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const text = await body.text();
    const form = new RegExp(`action="([^"]+answer=${answer})"`).exec(text)?.[1];
    if (form) return go(new URL(form, to), 'POST');
    const { location } = headers;
    if (typeof location !== 'string') throw new Error(`the provider answered with ${statusCode}: ${text}`);
    const next = new URL(location, to);
    return next.origin === to.origin ? go(next) : next;
  }

  try {
    return await go(new URL(url));
  } finally {
    await dispatcher.destroy();
  }
}

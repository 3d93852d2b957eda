/** True for exactly one email address: no name, no list, no line break. */
export function isMailbox(text: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(text);
}

/** Writes the domain of an email address as mail servers know it: `a@münchen.de` becomes `a@xn--mnchen-3ya.de`. */
export function withAsciiDomain(email: string): string {
  const start = email.lastIndexOf('@') + 1;
  const domain = email.slice(start);
  // URL parsers also read ports, encoded characters and addresses.
  const isInternational = /\P{ASCII}/u.test(domain) && /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain);
  const url = `http://${domain}`;
  return isInternational && URL.canParse(url) ? email.slice(0, start) + new URL(url).hostname : email;
}

/** True for an absolute http(s) URL without path, query, fragment or user name. */
export function isOrigin(text: string): boolean {
  if (!isWebAddress(text)) return false;
  const { origin } = new URL(text);
  return text === origin || text === `${origin}/`;
}

/** True for an absolute http(s) URL without user name. */
export function isWebAddress(text: string): boolean {
  return hasProtocol(text, /^https?:$/);
}

/** True for an absolute https URL without user name. */
export function isHttpsAddress(text: string): boolean {
  return hasProtocol(text, /^https:$/);
}

function hasProtocol(text: string, protocol: RegExp): boolean {
  // URL parsers drop spaces and line breaks.
  if (/\s/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return protocol.test(url.protocol) && url.username === '' && url.password === '';
}

/** Where `clamd` listens. */
export type ClamdAddress = { path: string } | { host: string; port: number };

/** Reads `unix:/path` or `host:port`; null if it is neither. */
export function readClamdAddress(text: string): ClamdAddress | null {
  const path = /^unix:(\/[^\0\n]{1,105})$/.exec(text)?.[1];
  if (path !== undefined) return { path };
  const [, host, port] = /^(\[[\da-f:.]+\]|[a-z\d.-]+):(\d{1,5})$/i.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return null;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

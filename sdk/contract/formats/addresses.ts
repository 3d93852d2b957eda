/** True for exactly one email address: no name, no list, no line break. */
export function isMailbox(text: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(text);
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

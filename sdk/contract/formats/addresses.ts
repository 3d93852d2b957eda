/** One address and nothing beside it: no name, no list, no line break. */
export function isMailbox(text: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(text);
}

/** An absolute http(s) URL without path, query, fragment or user name. */
export function isOrigin(text: string): boolean {
  if (!isWebAddress(text)) return false;
  const { origin } = new URL(text);
  return text === origin || text === `${origin}/`;
}

/** An absolute http(s) URL without user name. */
export function isWebAddress(text: string): boolean {
  return hasProtocol(text, /^https?:$/);
}

/** An absolute https URL without user name. */
export function isHttpsAddress(text: string): boolean {
  return hasProtocol(text, /^https:$/);
}

function hasProtocol(text: string, protocol: RegExp): boolean {
  // URL parsers drop spaces and line breaks.
  if (/\s/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return protocol.test(url.protocol) && url.username === '' && url.password === '';
}

const keyPattern = /^fsk_([0-9a-f]{32})_[\w-]{16,}$/;
const accessTokenPattern = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** True for what can be an API key or an access token; whether it is one, the server says. */
export function looksLikeToken(text: string): boolean {
  return keyPattern.test(text) || accessTokenPattern.test(text);
}

/** The id inside an API key, which is no secret; null for what is no key. */
export function keyIdOf(token: string): string | null {
  return keyPattern.exec(token)?.[1] ?? null;
}

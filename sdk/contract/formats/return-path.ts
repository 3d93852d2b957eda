/**
 * Returns the path to open after signing in. It is null if the text is not a path of this site, or is one of the API,
 * which changes things. Browsers read `//host` and `/\host` as addresses of other hosts, also after removing dots, tabs
 * and line breaks, so the text is checked again the way a browser would read it.
 *
 * @param origin Origin of this site, as in `general.appUrl`.
 */
export function readReturnPath(text: unknown, origin: string): string | null {
  if (typeof text !== 'string' || !isLocal(text) || !URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  if (url.origin !== new URL(origin).origin) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.length <= longest && isLocal(path) && !isApi(url.pathname) ? path : null;
}

/** Maximum characters, so that a request line with this path is not too long. */
const longest = 2000;

function isLocal(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}

function isApi(pathname: string): boolean {
  return /^\/api(?:\/|$)/i.test(pathname);
}

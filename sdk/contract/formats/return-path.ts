/**
 * Where to go after signing in: a path of this site and never another one, nor one of the API, which changes things. null:
 * none of the kind. `//host` and `/\host` are addresses of other hosts to a browser, and so is what becomes one of them
 * when dots, tabs and line breaks are taken out: it is looked at again as a browser would read it.
 *
 * @param origin Of the site, as in `general.appUrl`.
 */
export function readReturnPath(text: unknown, origin: string): string | null {
  if (typeof text !== 'string' || !isLocal(text) || !URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  if (url.origin !== new URL(origin).origin) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.length <= longest && isLocal(path) && !isApi(url.pathname) ? path : null;
}

/** As long as a request line may be, with room for what stands around it. */
const longest = 2000;

function isLocal(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}

function isApi(pathname: string): boolean {
  return /^\/api(?:\/|$)/i.test(pathname);
}

/** The token of a set-up link. It stands behind the `#`, which browsers never send: no log and no proxy sees it. */
export function tokenIn(link: string): string {
  return new URLSearchParams(link.slice(link.indexOf('#') + 1)).get('token')?.trim() ?? '';
}

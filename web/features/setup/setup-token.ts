/** The token of a set-up link. It is after the `#`, which browsers never send: no log or proxy sees it. */
export function tokenIn(link: string): string {
  return new URLSearchParams(link.slice(link.indexOf('#') + 1)).get('token')?.trim() ?? '';
}

import { ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';

/**
 * The invitation that an upload began with. An upload may take the last use of its reverse share: whoever comes back
 * to go on with it is not told the invitation again.
 */
export function readKnownInvitation(token: string): ReverseShareInvitation | null {
  try {
    const known = ReverseShareInvitation.safeParse(JSON.parse(localStorage.getItem(keyOf(token)) ?? 'null'));
    return known.success ? known.data : null;
  } catch {
    return null;
  }
}

export function keepInvitation(token: string, invitation: ReverseShareInvitation): void {
  try {
    localStorage.setItem(keyOf(token), JSON.stringify(invitation));
  } catch {
    // Visitors can forbid a page to store anything.
  }
}

/** Nothing is left to go on with. */
export function forgetInvitation(token: string): void {
  try {
    localStorage.removeItem(keyOf(token));
  } catch {
    // Nothing was stored either.
  }
}

function keyOf(token: string): string {
  return `fileshare.invitation.${token}`;
}

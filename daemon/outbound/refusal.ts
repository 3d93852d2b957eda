import { isIP } from 'node:net';
import { type AddressKind, kindOf } from './addresses.ts';

interface Rules {
  /** Servers in private networks may be contacted, even without encryption. */
  allowPrivate: boolean;
}

/** Whether a connection to an address is allowed. Without encryption anybody on the network path could answer. */
export function isAllowed(kind: AddressKind, protocol: string, { allowPrivate }: Rules): boolean {
  return kind === 'public' ? protocol === 'https:' : kind === 'private' && allowPrivate;
}

/** Why no request to a URL is ever sent; the text is under `validation.<code>`. */
export type Refusal = 'outbound_plain' | 'outbound_private' | 'outbound_blocked';

/**
 * Returns why no request to a URL is ever sent; null: it may be, which depends on the addresses that its name resolves
 * to at that moment.
 */
export function findRefusal(url: string, rules: Rules): Refusal | null {
  const { protocol, hostname } = new URL(url);
  const kinds = kindsOf(hostname.replaceAll(/[[\]]/g, ''));
  if (kinds.some((kind) => isAllowed(kind, protocol, rules))) return null;
  if (kinds.includes('public')) return 'outbound_plain';
  return kinds.includes('private') ? 'outbound_private' : 'outbound_blocked';
}

/** What a host can be: an address is of one kind, a name may resolve to any. */
function kindsOf(host: string): readonly AddressKind[] {
  if (isIP(host) !== 0) return [kindOf(host)];
  // RFC 6761, section 6.3: such names are this machine.
  return /(^|\.)localhost\.?$/.test(host) ? ['private'] : ['public', 'private'];
}

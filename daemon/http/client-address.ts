import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net';

/** Parses the networks whose forwarded headers are trusted; null when the text is malformed. */
export function parseProxyList(text: string): BlockList | null {
  const list = new BlockList();
  const entries = text.split(',').map((entry) => entry.trim());
  for (const entry of entries.filter((value) => value !== '')) {
    const [address = '', bits, ...rest] = entry.split('/');
    if (rest.length > 0 || isIP(address) === 0) return null;
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    const widest = family === 'ipv4' ? 32 : 128;
    if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= widest)) return null;
    list.addSubnet(address, bits === undefined ? widest : Number(bits), family);
  }
  return list;
}

interface Connection {
  remoteAddress: string | undefined;
  forwardedFor: string | undefined;
  forwardedProto: string | undefined;
}

export interface ClientAddress {
  ip: string;
  /** Whether the visitor's own connection is encrypted, according to trusted proxies. */
  secure: boolean;
  /** Whether the request came through a trusted proxy that named the client. */
  isProxied: boolean;
}

/**
 * Resolves the client of a connection. Forwarded headers count only when a trusted proxy sent them; the client is the
 * right-most address that does not belong to a proxy. A client can send anything to the left of it, so where a proxy
 * wrote no address, nothing further left is read, and the proxy is used as the client.
 */
export function resolveClient(connection: Connection, trusted: BlockList): ClientAddress {
  const peer = canonicalAddress(connection.remoteAddress ?? '') ?? '';
  if (!isTrusted(peer, trusted)) return { ip: peer, secure: false, isProxied: false };
  const hops = (connection.forwardedFor ?? '').split(',').map(readHop);
  const client = hops.reverse().find((hop) => hop === null || !isTrusted(hop, trusted));
  const proto = connection.forwardedProto?.split(',').at(-1)?.trim().toLowerCase();
  return { ip: client ?? peer, secure: proto === 'https', isProxied: connection.forwardedFor !== undefined };
}

/** Parses an address as proxies write it: with a port, in brackets or in quotes. */
function readHop(written: string): string | null {
  const text = written.trim().replace(/^"([^"]*)"$/, '$1');
  const [, bracketed, plain] = /^(?:\[([^[\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  return canonicalAddress(bracketed ?? plain ?? text);
}

/** Returns one name for all clients behind the same line: an IPv4 address, or an IPv6 network of 64 bits. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  while (tail !== undefined && groups.length + last.length < 8) groups.push('0');
  const network = [...groups, ...last].slice(0, 4);
  // However it is written: an address that a proxy passes on need not be in the shortest form.
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

export function isTrusted(ip: string, trusted: BlockList): boolean {
  const version = isIP(ip);
  return version !== 0 && trusted.check(ip, version === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Returns the canonical form of an address: the shortest, without a zone, and IPv4 as such even on a dual-stack socket.
 */
export function canonicalAddress(ip: string): string | null {
  const family = isIP(ip);
  if (family !== 6) return family === 0 ? null : ip;
  const { address } = new SocketAddress({ address: ip, family: 'ipv6' });
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
}

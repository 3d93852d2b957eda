import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net';

/** The networks whose forwarded headers are believed, or null when the text is malformed. */
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
  /** The visitor's own connection is encrypted, as far as trusted proxies tell. */
  secure: boolean;
  /** The request came through a trusted proxy, which said for whom. */
  isProxied: boolean;
}

/**
 * Who is at the other end. Forwarded headers count only when a trusted proxy sent them; the client is the right-most
 * address that is not a proxy's. A client can put anything to the left of it: where a proxy wrote no address, nothing
 * further left is looked at, and the proxy stands for its clients.
 */
export function resolveClient(connection: Connection, trusted: BlockList): ClientAddress {
  const peer = canonicalAddress(connection.remoteAddress ?? '') ?? '';
  if (!isTrusted(peer, trusted)) return { ip: peer, secure: false, isProxied: false };
  const hops = (connection.forwardedFor ?? '').split(',').map(readHop);
  const client = hops.reverse().find((hop) => hop === null || !isTrusted(hop, trusted));
  const proto = connection.forwardedProto?.split(',').at(-1)?.trim().toLowerCase();
  return { ip: client ?? peer, secure: proto === 'https', isProxied: connection.forwardedFor !== undefined };
}

/** Proxies write addresses with ports, in brackets and in quotes. */
function readHop(written: string): string | null {
  const text = written.trim().replace(/^"([^"]*)"$/, '$1');
  const [, bracketed, plain] = /^(?:\[([^[\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  return canonicalAddress(bracketed ?? plain ?? text);
}

/** One name for everybody behind the same line: IPv4 addresses, IPv6 networks of 64 bits. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  while (tail !== undefined && groups.length + last.length < 8) groups.push('0');
  const network = [...groups, ...last].slice(0, 4);
  // However it is written: what a proxy passes on need not be in the shortest form.
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

export function isTrusted(ip: string, trusted: BlockList): boolean {
  const version = isIP(ip);
  return version !== 0 && trusted.check(ip, version === 4 ? 'ipv4' : 'ipv6');
}

/** The one way to write an address: the shortest, without a zone, and IPv4 as such also on a socket that speaks both. */
export function canonicalAddress(ip: string): string | null {
  const family = isIP(ip);
  if (family !== 6) return family === 0 ? null : ip;
  const { address } = new SocketAddress({ address: ip, family: 'ipv6' });
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
}

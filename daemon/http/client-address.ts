import { BlockList, isIP, isIPv4, type Socket, SocketAddress } from 'node:net';

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

/** The other end of a connection. */
export interface Peer {
  ip: string;
  /** Its forwarded headers count. */
  isTrusted: boolean;
}

export function describePeer(remoteAddress: string | undefined, trusted: BlockList): Peer {
  const ip = canonicalAddress(remoteAddress ?? '') ?? '';
  return { ip, isTrusted: isTrusted(ip, trusted) };
}

/** Returns a function that describes the peer of each connection once, however many requests it sends. */
export function createPeers(trusted: BlockList): (socket: Socket) => Peer {
  const peers = new WeakMap<Socket, Peer>();
  return (socket) => {
    const known = peers.get(socket);
    if (known) return known;
    const peer = describePeer(socket.remoteAddress, trusted);
    peers.set(socket, peer);
    return peer;
  };
}

interface Forwarded {
  peer: Peer;
  forwardedFor: string | undefined;
  forwardedProto: string | undefined;
}

export interface ClientAddress {
  ip: string;
  /** Whether the visitor's own connection is encrypted, according to trusted proxies. */
  secure: boolean;
  /** Whether the request came through a trusted proxy that named the client. */
  isProxied: boolean;
  /** Whether a trusted proxy is at the other end of the connection. */
  isFromProxy: boolean;
}

/**
 * Resolves the client of a request. Forwarded headers count only when a trusted proxy sent them; the client is the
 * right-most address that does not belong to a proxy. A client can send anything to the left of it, so where a proxy
 * wrote no address, nothing further left is read, and the proxy is used as the client.
 */
export function resolveClient(
  { peer, forwardedFor, forwardedProto }: Forwarded,
  trusted: BlockList,
): ClientAddress {
  if (!peer.isTrusted) {
    return { ip: peer.ip, secure: false, isProxied: false, isFromProxy: false };
  }
  const hops = (forwardedFor ?? '').split(',').map(readHop);
  const client = hops.reverse().find((hop) => hop === null || !isTrusted(hop, trusted));
  const proto = forwardedProto?.split(',').at(-1)?.trim().toLowerCase();
  return {
    ip: client ?? peer.ip,
    secure: proto === 'https',
    isProxied: forwardedFor !== undefined,
    isFromProxy: true,
  };
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

function isTrusted(ip: string, trusted: BlockList): boolean {
  const version = isIP(ip);
  return version !== 0 && trusted.check(ip, version === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Returns the canonical form of an address: the shortest, without a zone, and IPv4 as such even on a dual-stack socket.
 */
function canonicalAddress(ip: string): string | null {
  const family = isIP(ip);
  if (family !== 6) return family === 0 ? null : ip;
  const { address } = new SocketAddress({ address: ip, family: 'ipv6' });
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
}

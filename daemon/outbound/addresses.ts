import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Which requests to an address are allowed:
 *
 * - `public`: to any server
 * - `private`: a server in a home network, which may be intended
 * - `blocked`: the network itself, or the metadata of a cloud machine; never intended
 */
export type AddressKind = 'public' | 'private' | 'blocked';

/** https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry */
const blocked = listOf(
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
  'fe80::/10',
  'ff00::/8',
  // Metadata services outside the link-local range: Alibaba, Oracle, Azure; AWS and Google over IPv6.
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
  'fd00:ec2::/32',
  'fd20:ce::/32',
  // Disguised IPv4 addresses, which lead anywhere.
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
);

const privates = listOf(
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '100::/64',
  '100:0:0:1::/64',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fec0::/10',
);

export function kindOf(address: string): AddressKind {
  const plain = unwrap(address);
  const version = isIP(plain);
  // This machine, although its range is blocked otherwise.
  if (plain === '::1') return 'private';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (version === 0 || blocked.check(plain, family)) return 'blocked';
  return privates.check(plain, family) ? 'private' : 'public';
}

/**
 * Returns the shortest form; for an IPv6 address that represents an IPv4 address (mapped, or through NAT64), the
 * latter.
 */
function unwrap(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) !== 6) return bare;
  const short = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const wrapped = /^(?:::ffff|64:ff9b:):([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short);
  if (!wrapped) return short;
  const bytes = wrapped.slice(1).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}

function listOf(...entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
}

import { describe, expect, it } from 'vitest';
import { describePeer, networkOf, parseProxyList, resolveClient } from './client-address.ts';

const proxies = parseProxyList('127.0.0.1, 10.0.0.0/8, fd00::/8');
if (!proxies) throw new Error('the list is well-formed');

const connection = (remoteAddress: string, forwardedFor?: string, forwardedProto?: string) => ({
  peer: describePeer(remoteAddress, proxies),
  forwardedFor,
  forwardedProto,
});

describe('resolveClient', () => {
  it.each([
    ['from a trusted proxy', connection('127.0.0.1', '203.0.113.9'), true],
    ['from the same machine, but not through the proxy', connection('127.0.0.1'), false],
    ['from a stranger who claims to be one', connection('203.0.113.9', '1.2.3.4'), false],
  ])('knows a request %s', (_name, from, expected) => {
    expect(resolveClient(from, proxies).isProxied).toBe(expected);
  });

  it.each([
    [
      'a stranger cannot claim an address',
      connection('203.0.113.9', '1.2.3.4', 'https'),
      '203.0.113.9',
      false,
    ],
    [
      'a trusted proxy names the client',
      connection('127.0.0.1', '203.0.113.9', 'https'),
      '203.0.113.9',
      true,
    ],
    [
      'what the client put to the left is ignored',
      connection('10.1.1.1', '1.2.3.4, 203.0.113.9'),
      '203.0.113.9',
      false,
    ],
    ['proxies in a row are skipped', connection('127.0.0.1', '203.0.113.9, 10.2.2.2'), '203.0.113.9', false],
    [
      'mapped addresses are folded',
      connection('::ffff:127.0.0.1', '::ffff:203.0.113.9'),
      '203.0.113.9',
      false,
    ],
    ['nonsense falls back to the peer', connection('127.0.0.1', 'unknown, <script>'), '127.0.0.1', false],
    [
      'the last proxy tells the protocol',
      connection('127.0.0.1', '203.0.113.9', 'http, https'),
      '203.0.113.9',
      true,
    ],
  ])('%s', (_name, from, ip, secure) => {
    expect(resolveClient(from, proxies)).toMatchObject({ ip, secure });
  });
});

describe('an address as proxies write it', () => {
  it.each([
    ['203.0.113.9:5678', '203.0.113.9'],
    ['"203.0.113.9"', '203.0.113.9'],
    ['"203.0.113.9:5678"', '203.0.113.9'],
    ['\t203.0.113.9 ', '203.0.113.9'],
    ['[203.0.113.9]', '203.0.113.9'],
    ['2001:db8::9', '2001:db8::9'],
    ['2001:DB8:0:0:0:0:0:9', '2001:db8::9'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['[2001:db8::9]:443', '2001:db8::9'],
    ['"[2001:db8::9]"', '2001:db8::9'],
    ['"[2001:DB8::9]:443"', '2001:db8::9'],
    ['2001:db8::9%eth0', '2001:db8::9'],
    ['[2001:db8::9%eth0]:443', '2001:db8::9'],
    ['[2001:db8::9%25eth0]', '2001:db8::9'],
    ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
    ['::FFFF:CB00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ])('%s is %s', (written, ip) => {
    expect(resolveClient(connection('127.0.0.1', `1.2.3.4, ${written}`), proxies).ip).toBe(ip);
    // The same address of a proxy is skipped.
    const proxied = connection('127.0.0.1', `${written}, [::ffff:10.1.2.3]:80, "10.2.2.2:5678"`);
    expect(resolveClient(proxied, proxies).ip).toBe(ip);
  });

  it.each([
    'unknown',
    '_hidden',
    'unix:',
    '',
    '203.0.113.9:',
    '203.0.113.9:x',
    '203.0.113.9:123456',
    '203.0.113.9 5678',
    '203.0.113.256',
    '203.0.113.09',
    '"203.0.113.9',
    '203.0.113.9"',
    '""203.0.113.9""',
    '[203.0.113.9',
    '[2001:db8::9',
    '2001:db8::9]:443',
    '[[2001:db8::9]]',
    '[2001:db8::9]443',
    'for=203.0.113.9',
    'client.example.org',
  ])('%j is none, and lets nobody choose another one to the left of it', (written) => {
    const tries = [`1.2.3.4, ${written}`, `1.2.3.4, ${written}, 10.2.2.2`, `"1.2.3.4, ${written}`, written];
    for (const header of tries) {
      expect(resolveClient(connection('127.0.0.1', header), proxies).ip).toBe('127.0.0.1');
    }
    // Nothing that a client writes hides the address that a proxy has seen.
    const seen = connection('127.0.0.1', `${written}, 203.0.113.9:5678`);
    expect(resolveClient(seen, proxies).ip).toBe('203.0.113.9');
  });

  it('is read alike of the connection itself', () => {
    expect(resolveClient(connection('::ffff:cb00:7109'), proxies).ip).toBe('203.0.113.9');
    expect(resolveClient(connection('fe80::1%eth0'), proxies).ip).toBe('fe80::1');
    expect(resolveClient(connection('fd00::1%eth0', '203.0.113.9'), proxies).ip).toBe('203.0.113.9');
  });
});

describe('parseProxyList', () => {
  it.each(['10.0.0.0/33', 'example.org', '10.0.0.0/8/9', '10.0.0.0/x', 'fd00::/129'])(
    'refuses %s',
    (text) => {
      expect(parseProxyList(text)).toBeNull();
    },
  );

  it('trusts nobody by default', () => {
    const list = parseProxyList('');
    expect(list?.check('127.0.0.1')).toBe(false);
  });
});

describe('networkOf', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0000:01::1', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

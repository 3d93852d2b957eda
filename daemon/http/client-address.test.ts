import { describe, expect, it } from 'vitest';
import { networkOf, parseProxyList, resolveClient } from './client-address.ts';

const proxies = parseProxyList('127.0.0.1, 10.0.0.0/8, fd00::/8');
if (!proxies) throw new Error('the list is well-formed');

const connection = (remoteAddress: string, forwardedFor?: string, forwardedProto?: string) => ({
  remoteAddress,
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

import { expect, it } from 'vitest';
import { kindOf } from './addresses.ts';

it.each([
  '93.184.215.14',
  '172.32.0.1',
  '100.128.0.1',
  '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
  // In a network with only IPv6.
  '64:ff9b::5db8:d70e',
])('%s is somebody else', (address) => {
  expect(kindOf(address)).toBe('public');
});

it.each([
  '10.1.2.3',
  '127.0.0.1',
  '127.255.0.9',
  '172.16.0.1',
  '192.168.178.20',
  '100.64.0.1',
  '198.18.0.1',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::ffff:192.168.1.1',
  '::FFFF:7f00:1',
  '64:ff9b::10.0.0.1',
  'fd12:3456::1',
  '3fff::1',
  '5f00::1',
  '100:0:0:1::1',
])('%s is at home', (address) => {
  expect(kindOf(address)).toBe('private');
});

it.each([
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fe80::1',
  'fe80::1%eth0',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  'ff02::1',
  '::',
  '::127.0.0.1',
  '2002:7f00:1::',
  '::ffff:0:169.254.169.254',
  '::ffff:0:7f00:1',
  '2001:0:4136:e378::1',
  'localhost',
  '',
])('%s is never meant', (address) => {
  expect(kindOf(address)).toBe('blocked');
});

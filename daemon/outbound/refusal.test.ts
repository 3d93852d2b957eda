import { expect, it } from 'vitest';
import { findRefusal } from './refusal.ts';

it.each([
  ['https://example.org/hook', null, null],
  ['http://example.org/hook', 'outbound_plain', null],
  ['http://gotify:8080', 'outbound_plain', null],
  ['https://8.8.8.8', null, null],
  ['http://8.8.8.8', 'outbound_plain', 'outbound_plain'],
  ['https://10.0.0.1', 'outbound_private', null],
  ['http://0x7f.1:3000', 'outbound_private', null],
  ['https://[::1]', 'outbound_private', null],
  ['http://[::ffff:192.168.0.1]', 'outbound_private', null],
  ['https://localhost', 'outbound_private', null],
  ['https://api.localhost.', 'outbound_private', null],
  ['http://169.254.169.254', 'outbound_blocked', 'outbound_blocked'],
])('%s: %s; with private networks: %s', (url, strict, open) => {
  expect(findRefusal(url, { allowPrivate: false })).toBe(strict);
  expect(findRefusal(url, { allowPrivate: true })).toBe(open);
});

import { describe, expect, it } from 'vitest';
import { readServerUrl } from './connect.ts';

describe('readServerUrl', () => {
  it.each([
    ['https://files.example.org/', 'https://files.example.org'],
    ['files.example.org', 'https://files.example.org'],
    ['FILES.example.org/s/abc', 'https://files.example.org'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['localhost.example.org', 'https://localhost.example.org'],
    ['http://10.0.0.2:8080', 'http://10.0.0.2:8080'],
  ])('reads %s', (text, expected) => expect(readServerUrl(text)).toBe(expected));

  it.each(['', 'https://', 'a b', 'https://user:password@example.org'])('refuses "%s"', (text) => {
    expect(() => readServerUrl(text)).toThrow(expect.objectContaining({ exit: 'usage' }));
  });
});

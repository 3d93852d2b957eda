import { describe, expect, it } from 'vitest';
import { journalKey } from './journal-key.ts';

const base = {
  server: 'https://files.example.org',
  account: 'ann',
  paths: ['a', 'b'],
  cwd: '/home/ann',
  share: { name: 'x', expiration: '1-day' },
  password: undefined,
};

describe('journalKey', () => {
  it('is the same for the same command', () => {
    const again = { ...base, paths: ['/home/ann/b', './a'], share: { expiration: '1-day', name: 'x' } };
    expect(journalKey(again)).toBe(journalKey(base));
  });

  it.each([
    { server: 'https://other.example' },
    { account: 'bob' },
    { paths: ['a'] },
    { cwd: '/tmp' },
    { share: { name: 'y' } },
    { password: 'secret' },
  ])('is another one with %j', (change) => {
    expect(journalKey({ ...base, ...change })).not.toBe(journalKey(base));
  });
});

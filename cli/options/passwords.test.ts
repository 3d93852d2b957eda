import { describe, expect, it } from 'vitest';
import { generatePassword, preparePasswordFlag } from './passwords.ts';

describe('preparePasswordFlag', () => {
  it('keeps the word after --password a path', () => {
    expect(preparePasswordFlag(['upload', '--password', './photos'])).toEqual([
      'upload',
      '--password=prompt',
      './photos',
    ]);
  });

  it('knows the flag for the password of a share beside another', () => {
    expect(preparePasswordFlag(['--share-password', 'x'])).toEqual(['--share-password=prompt', 'x']);
  });

  it('leaves values and what follows -- alone', () => {
    const argv = ['upload', '--password=generate', '--', '--password'];
    expect(preparePasswordFlag(argv)).toEqual(argv);
  });
});

describe('generatePassword', () => {
  it('makes a new one each time, without letters that look alike', () => {
    const passwords = Array.from({ length: 100 }, generatePassword);
    expect(new Set(passwords).size).toBe(100);
    for (const password of passwords) expect(password).toMatch(/^([a-km-z2-9]{5}-){3}[a-km-z2-9]{5}$/);
    expect(passwords.join('')).not.toContain('l');
  });
});

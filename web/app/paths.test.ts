import { describe, expect, it } from 'vitest';
import { returnPath, signInPath } from './paths.ts';

const from = (value: string) => returnPath(new URLSearchParams({ from: value }));

describe('returnPath', () => {
  it('leads back to where the visitor was', () => {
    const path = '/account/shares?x=1#y';
    expect(returnPath(new URL(signInPath(path), 'http://here').searchParams)).toBe(path);
  });

  it.each([
    '/api/oauth/auth/github',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'upload',
    '/\t/evil.example',
  ])('leads to no other site: %j', (value) => expect(from(value)).toBe('/upload'));

  it('leads to the upload without a wish', () => {
    expect(returnPath(new URLSearchParams())).toBe('/upload');
  });
});

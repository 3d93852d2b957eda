import { expect, it } from 'vitest';
import { quote } from './templates.ts';

it('clips what somebody has written between signs, never within one', () => {
  expect(quote('😀😀😀😀', 3)).toBe('😀😀…');
  expect(quote('😀😀😀', 3)).toBe('😀😀😀');
});

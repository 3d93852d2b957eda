import { expect, it } from 'vitest';
import { pseudo, pseudoCatalogue, pseudoScript } from './pseudo.ts';

it('makes a text longer, and keeps what is not a word', () => {
  expect(pseudo('Send files')).toBe('[Šéñd fîléš övér]');
  expect(pseudo('Open {count} <b>of</b> https://example.org/a')).toContain(
    '{count} <b>öf</b> https://example.org/a',
  );
  const text = 'Anyone with the link can download these files until it expires.';
  expect(pseudo(text).length / text.length).toBeCloseTo(1.5, 0);
});

it('changes the texts of a catalogue, as data and in a script', () => {
  expect(pseudoCatalogue({ web: { common: { close: 'Close' } } })).toEqual({
    web: { common: { close: '[Çlöšé övér]' } },
  });
  const script = 'const a=`Close`,b="other";export{a as default};';
  expect(pseudoScript(script, new Set(['Close']))).toBe(
    'const a="[Çlöšé övér]",b="other";export{a as default};',
  );
});

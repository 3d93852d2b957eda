import { describe, expect, it } from 'vitest';
import { builtInAccent } from '#sdk/contract/config/general.js';
import { type Accent, deriveAccent } from './accent.ts';

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const parts = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => sum + weight * (parts[at] ?? 0), 0);
}

/** The surfaces of the page, from the sunken area to the raised field. */
const surfaces = {
  light: ['#f1ece2', '#f8f5ef', '#fffdf9', '#ffffff'],
  dark: ['#100e0c', '#161412', '#1f1c19', '#2a2622'],
} as const;

function weakest({ main, hover, on, soft }: Accent, scheme: 'light' | 'dark'): number {
  const pairs = [
    [on, main],
    [on, hover],
    [main, soft],
    ...surfaces[scheme].flatMap((surface) => [
      [main, surface],
      [hover, surface],
    ]),
  ];
  return Math.min(...pairs.map(([one = '', other = '']) => contrast(one, other)));
}

describe('the accent', () => {
  it('is what the design shows for the default colour', () => {
    expect(deriveAccent(builtInAccent)).toEqual({
      light: { main: '#2a3bd6', hover: '#1e1dbe', on: '#ffffff', soft: '#e6edfe', line: '#afc3f9' },
      dark: { main: '#a2bbff', hover: '#b5cfff', on: '#091235', soft: '#1c274d', line: '#3e518d' },
    });
  });

  it.each([
    ['default', builtInAccent],
    ['yellow', '#ffdd00'],
    ['white', '#ffffff'],
    ['black', '#000000'],
    ['red', '#e30613'],
    ['green', '#00a651'],
    ['pink', '#ff4fa3'],
  ])('can be read on every surface, and carries text: %s', (_name, color) => {
    const { light, dark } = deriveAccent(color);
    expect(weakest(light, 'light')).toBeGreaterThanOrEqual(4.5);
    expect(weakest(dark, 'dark')).toBeGreaterThanOrEqual(4.5);
  });

  it('holds for colours all over the cube, and always changes under the pointer', () => {
    const steps = ['00', '22', '55', '88', 'bb', 'dd', 'ff'];
    for (const r of steps) {
      for (const g of steps) {
        for (const b of steps) {
          const { light, dark } = deriveAccent(`#${r}${g}${b}`);
          expect(weakest(light, 'light'), `${r}${g}${b}`).toBeGreaterThanOrEqual(4.5);
          expect(weakest(dark, 'dark'), `${r}${g}${b}`).toBeGreaterThanOrEqual(4.5);
          expect(light.hover).not.toBe(light.main);
          expect(dark.hover).not.toBe(dark.main);
        }
      }
    }
  });

  it('keeps a colour that is dark enough as it is', () => {
    expect(deriveAccent('#a8431d').light.main).not.toBe('#a8431d');
    expect(deriveAccent('#8a2b06').light.main).toBe('#8a2b06');
    expect(deriveAccent('#FFFFFF')).toEqual(deriveAccent('#ffffff'));
  });
});

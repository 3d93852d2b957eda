import { expect, it } from 'vitest';
import { drawQrCode } from './qr-code.ts';

const prefix = 'data:image/svg+xml;base64,';
const read = (image: string) => Buffer.from(image.slice(prefix.length), 'base64').toString();

it('draws sharp modules with four white ones around them', async () => {
  const svg = read(await drawQrCode('otpauth://totp/x'));
  const [, width = ''] = /viewBox="0 0 (\d+) \d+"/.exec(svg) ?? [];
  expect(svg).toContain('shape-rendering="crispEdges"');
  const runs = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)].map(([, x, y, length]) => ({
    left: Number(x),
    right: Number(x) + Number(length),
    row: Number(y),
  }));
  expect(Math.min(...runs.map(({ left }) => left))).toBe(4);
  expect(Math.max(...runs.map(({ right }) => right))).toBe(Number(width) - 4);
  expect(Math.min(...runs.map(({ row }) => row))).toBe(4);
  expect(Math.max(...runs.map(({ row }) => row))).toBe(Number(width) - 5);
  // A finder pattern begins with seven dark modules.
  expect(runs[0]).toEqual({ left: 4, right: 11, row: 4 });
});

it('has room for the longest names an instance and an account can have', async () => {
  const longest = `otpauth://totp/${encodeURIComponent(`${'分'.repeat(60)}:${'a'.repeat(254)}`)}?secret=${'A'.repeat(32)}&issuer=${encodeURIComponent('分'.repeat(60))}`;
  expect(read(await drawQrCode(longest))).toContain('<path');
});

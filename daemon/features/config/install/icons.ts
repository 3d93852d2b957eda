import { builtInLogo } from '#sdk/contract/config/general.js';
import type { InstanceFile } from '../files-repo.ts';

export const maskablePath = '/img/maskable.svg';

/** An entry of the manifest. */
export interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose: 'any' | 'maskable';
}

const builtIn: readonly Icon[] = [
  { src: builtInLogo, sizes: '256x256', type: 'image/png', purpose: 'any' },
  { src: '/img/logo.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: maskablePath, sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
  // For browsers that want PNGs of these sizes.
  ...[192, 512].flatMap((size): Icon[] => [
    { src: `/img/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose: 'any' },
    { src: `/img/maskable-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose: 'maskable' },
  ]),
];

/**
 * The icons of an installed page. An uploaded logo has its own size only; drawn into a vector picture it is sharp or
 * soft at every size, and still tells the truth about it.
 */
export function iconsOf(logo: InstanceFile | null): readonly Icon[] {
  if (!logo) return builtIn;
  const version = `?v=${logo.version}`;
  // Width and height of a PNG are the first things in it, and this one has been checked.
  const width = logo.content.readUInt32BE(16);
  const vector = { src: `${maskablePath}${version}`, sizes: 'any', type: 'image/svg+xml' };
  return [
    { src: `${builtInLogo}${version}`, sizes: `${width}x${width}`, type: 'image/png', purpose: 'any' },
    { ...vector, purpose: 'any' },
    { ...vector, purpose: 'maskable' },
  ];
}

/** The logo on a whole square: systems cut a circle or another shape out of it. */
export function drawMaskable(logo: InstanceFile, background: string): string {
  const picture = `data:image/png;base64,${logo.content.toString('base64')}`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">',
    `<rect width="100" height="100" fill="${background}"/>`,
    `<image href="${picture}" x="20" y="20" width="60" height="60"/>`,
    '</svg>',
  ].join('');
}

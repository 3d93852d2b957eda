import { mediaTypeOf } from '../content/media-types.ts';

/** Types of pictures that the server draws. SVG is a program, and never among them. */
const drawn = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/tiff']);

/** Types that a sender's browser may know to draw. */
const sent = /^(?:video\/|image\/|application\/pdf$)/;

/** Whether the server makes the thumbnail of a file of this name. */
export function isDrawn(name: string): boolean {
  return drawn.has(mediaTypeOf(name));
}

/** Whether senders may make the thumbnail of a file of this name. */
export function isSent(name: string): boolean {
  return sent.test(mediaTypeOf(name)) && !isDrawn(name);
}

import { drawnTypes } from '#sdk/contract/formats/thumbnails.js';
import { mediaTypeOf } from '../content/media-types.ts';

/** Types that a sender's browser may know to draw. */
const sent = /^(?:video\/|image\/|application\/pdf$)/;

/** Whether the server makes the thumbnail of a file of this name. */
export function isDrawn(name: string): boolean {
  return drawnTypes.has(mediaTypeOf(name));
}

/** Whether a file of this name can have a thumbnail. */
export function hasThumbnail(name: string): boolean {
  return isDrawn(name) || isSent(name);
}

/** Whether senders may make the thumbnail of a file of this name. */
export function isSent(name: string): boolean {
  return sent.test(mediaTypeOf(name)) && !isDrawn(name);
}

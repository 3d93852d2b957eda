/** The sizes of a thumbnail, and the box in pixels that each fits into. Both are WebP. */
export const thumbnailSizes = { small: [640, 480], large: [1920, 1920] } as const;

/** Media types of the pictures that the server draws. Senders can send a thumbnail of any other picture. */
export const drawnTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
]);

/** Limit of a thumbnail that a sender makes, in bytes. */
export const maxSentThumbnail = 1024 * 1024;

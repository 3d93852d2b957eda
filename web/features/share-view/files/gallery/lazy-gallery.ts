import { lazyPart } from '../../../../lib/loading/lazy-part.tsx';

/** For folders of pictures; loaded as soon as a share is known to have some. */
export const Gallery = lazyPart(async () => (await import('./Gallery.tsx')).Gallery);

import { thumbnailSizes } from '#sdk/contract/formats/thumbnails.js';

interface Size {
  width: number;
  height: number;
}

const [widest, highest] = thumbnailSizes.large;

/** The size of a thumbnail of something this large: it fits into the box of the large ones. */
export function thumbnailSizeOf({ width, height }: Size): Size {
  const scale = Math.min(1, widest / width, highest / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Draws a frame or picture in the size of a thumbnail. */
export function toCanvas(source: CanvasImageSource, size: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const { width, height } = thumbnailSizeOf(size);
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(source, 0, 0, width, height);
  return canvas;
}

import { useCallback, useEffect, useReducer, useSyncExternalStore } from 'react';
import { fileTypeOf } from '../../ui/files/file-type.ts';
import { createPictureStore } from './picture-store.ts';
import { hasStill, largestPicture, stillOf } from './stills.ts';

/** Pixels of the longer side: twice the largest frame. */
const side = 360;
const store = createPictureStore({
  make: drawSmall,
  free: (address) => URL.revokeObjectURL(address),
  keeps: 80,
  atOnce: 2,
});

/** The address of a small picture of a chosen file; undefined while there is none, and for files that cannot be drawn. */
export function usePicture(file: File | undefined): string | undefined {
  const drawn = file && canDraw(file) ? file : undefined;
  const subscribe = useCallback(
    (onMade: () => void) => (drawn ? store.need(drawn, onMade) : () => {}),
    [drawn],
  );
  return useSyncExternalStore(subscribe, () => drawn && store.get(drawn));
}

/** The same for several files at once. */
export function usePictures(files: readonly File[]): (string | undefined)[] {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const returns = files.filter(canDraw).map((file) => store.need(file, redraw));
    return () => {
      for (const giveBack of returns) giveBack();
    };
  }, [files]);
  return files.map((file) => store.get(file));
}

/** Whether the browser may be able to make a picture of a file. */
export function canDraw(file: File): boolean {
  if (!('createImageBitmap' in window)) return false;
  return hasStill(file) || (fileTypeOf(file.name) === 'picture' && file.size <= largestPicture);
}

async function drawSmall(file: File): Promise<string | null> {
  const picture = hasStill(file) ? await stillOf(file) : file;
  if (!picture) return null;
  const whole = await createImageBitmap(picture);
  const scale = Math.min(1, side / Math.max(whole.width, whole.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(whole.width * scale));
  canvas.height = Math.max(1, Math.round(whole.height * scale));
  const small = await createImageBitmap(whole, {
    resizeWidth: canvas.width,
    resizeHeight: canvas.height,
    resizeQuality: 'medium',
  });
  whole.close();
  canvas.getContext('2d')?.drawImage(small, 0, 0);
  small.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8));
  return blob && URL.createObjectURL(blob);
}

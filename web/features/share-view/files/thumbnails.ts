/** Pixels of the longer side; twice what a tile has, for sharp screens. */
const thumbnailPixels = 440;
/** The number of pictures that load at a time: each is decoded as a whole. */
const maxLoading = 4;
/** The number of pictures that are kept, so that scrolling back loads nothing again. */
const maxKept = 400;
/** Larger files are not fetched to make thumbnails. */
export const largestPicture = 10_000_000;

const kept = new Map<string, Promise<string>>();
const waiting = new Set<() => void>();
let loading = 0;

/** The address of a small copy of a picture, made in the browser. */
export function thumbnailOf(url: string, signal: AbortSignal): Promise<string> {
  const known = kept.get(url);
  if (known) return known;
  const made = inTurn(() => makeThumbnail(url, signal), signal);
  kept.set(url, made);
  const forget = () => {
    if (kept.get(url) === made) kept.delete(url);
  };
  // A later request starts again.
  signal.addEventListener('abort', forget, { once: true });
  made.then(() => {
    signal.removeEventListener('abort', forget);
    forgetOldest();
  }, forget);
  return made;
}

async function inTurn<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (loading >= maxLoading) await untilCalled(signal);
  else loading += 1;
  try {
    signal.throwIfAborted();
    return await task();
  } finally {
    // The slot is passed on directly, so that no later request gets in between.
    const [next] = waiting;
    if (next) next();
    else loading -= 1;
  }
}

/** First come, first served, which is the order of the page; tiles that leave the screen leave the queue. */
function untilCalled(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = () => {
      waiting.delete(call);
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.delete(call);
      reject(signal.reason);
    };
    waiting.add(call);
    signal.addEventListener('abort', leave, { once: true });
  });
}

async function makeThumbnail(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`the picture answered ${response.status}`);
  const bitmap = await createImageBitmap(await response.blob());
  const ratio = Math.min(1, thumbnailPixels / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * ratio));
  canvas.height = Math.max(1, Math.round(bitmap.height * ratio));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('there is no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.82));
  if (!blob) throw new Error('the picture has no pixels');
  return URL.createObjectURL(blob);
}

function forgetOldest(): void {
  const [oldest] = kept;
  if (kept.size <= maxKept || !oldest) return;
  kept.delete(oldest[0]);
  void oldest[1].then((address) => URL.revokeObjectURL(address));
}

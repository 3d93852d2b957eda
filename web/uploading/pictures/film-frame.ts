import { toCanvas } from './to-canvas.ts';

/** Milliseconds until the first frame is taken because the wanted one does not come. */
const seekTime = 3000;

/** A frame from the beginning of a film, but after what it fades in from; null if the browser cannot play it. */
export async function drawFilm(film: Blob, signal: AbortSignal): Promise<HTMLCanvasElement | null> {
  const address = URL.createObjectURL(film);
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    video.src = address;
    await nextEvent(video, 'loadeddata', signal);
    if (video.videoWidth === 0) return null;
    const seeking = AbortSignal.any([signal, AbortSignal.timeout(seekTime)]);
    // A recording may not know how long it is, and not every film can be searched.
    video.currentTime = Number.isFinite(video.duration) ? timeOfFrame(video.duration) : 1;
    await nextEvent(video, 'seeked', seeking).catch(() => undefined);
    return toCanvas(video, { width: video.videoWidth, height: video.videoHeight });
  } finally {
    // Otherwise the decoder and its memory stay until the element is collected.
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}

/** Seconds: a tenth of the film, at least one, at most half of it. */
function timeOfFrame(duration: number): number {
  return Math.min(Math.max(1, duration / 10), duration / 2);
}

function nextEvent(video: HTMLVideoElement, name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const listen = (target: EventTarget, event: string, then: () => void) =>
      target.addEventListener(
        event,
        () => {
          ended.abort();
          then();
        },
        { signal: ended.signal },
      );
    listen(video, name, resolve);
    listen(video, 'error', () => reject(new Error(video.error?.message)));
    listen(signal, 'abort', () => reject(signal.reason));
  });
}

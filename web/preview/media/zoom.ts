import type { Point } from '../zoom-gestures.ts';

export interface Size {
  width: number;
  height: number;
}

/** How a picture lies in its frame: enlarged by `scale`, its centre moved from the centre of the frame. */
export interface View extends Point {
  scale: number;
}

/** What a view must stay within. */
export interface Bounds {
  frame: Size;
  /** The picture when it just fits the frame */
  fitted: Size;
}

export const wholePicture: View = { scale: 1, x: 0, y: 0 };
export const largestScale = 8;

/** The size of a picture that just fits its frame, and is not enlarged for it. */
export function fitInto(picture: Size, frame: Size): Size {
  const ratio = Math.min(1, frame.width / picture.width, frame.height / picture.height);
  return { width: picture.width * ratio, height: picture.height * ratio };
}

/** The same view, with neither an empty edge that could be filled nor less than the whole picture. */
export function keepInBounds({ scale, x, y }: View, { frame, fitted }: Bounds): View {
  const kept = Math.min(largestScale, Math.max(1, scale));
  const room = {
    x: Math.max(0, (fitted.width * kept - frame.width) / 2),
    y: Math.max(0, (fitted.height * kept - frame.height) / 2),
  };
  return { scale: kept, x: clamp(x, room.x), y: clamp(y, room.y) };
}

/** Enlarges a view by a factor; what is at the point, seen from the centre of the frame, stays there. */
export function zoomAt(view: View, factor: number, point: Point): View {
  const scale = Math.min(largestScale, Math.max(1, view.scale * factor));
  const ratio = scale / view.scale;
  return { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio };
}

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}

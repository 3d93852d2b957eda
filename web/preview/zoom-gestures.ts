export interface Point {
  x: number;
  y: number;
}

export interface Tap extends Point {
  time: number;
}

/** A second tap within this time and distance enlarges what is shown. */
const doubleTap = { milliseconds: 300, pixels: 30 };
/** A pointer that moves further is no click. */
export const clickPixels = 6;
/** How far a click or a double tap enlarges, at least */
export const leastZoom = 2.5;

export function isDoubleTap(last: Tap | undefined, tap: Tap): boolean {
  if (!last || tap.time - last.time >= doubleTap.milliseconds) return false;
  return distance(last, tap) < doubleTap.pixels;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** By how much the wheel enlarges while Ctrl is held, or two fingers on a touchpad that are moved apart */
export function wheelFactor({ deltaY }: WheelEvent): number {
  return Math.exp(-deltaY / 200);
}

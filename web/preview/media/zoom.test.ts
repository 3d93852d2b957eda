import { describe, expect, it } from 'vitest';
import { fitInto, keepInBounds, largestScale, wholePicture, zoomAt } from './zoom.ts';

const frame = { width: 400, height: 800 };
const bounds = { frame, fitted: fitInto({ width: 1600, height: 800 }, frame) };

it('fits a picture into its frame, and does not enlarge a small one', () => {
  expect(bounds.fitted).toEqual({ width: 400, height: 200 });
  expect(fitInto({ width: 40, height: 20 }, frame)).toEqual({ width: 40, height: 20 });
});

describe('the bounds of a view', () => {
  it('are the whole picture and the largest scale', () => {
    expect(keepInBounds({ scale: 0.3, x: 90, y: 90 }, bounds)).toEqual(wholePicture);
    expect(keepInBounds({ scale: 100, x: 0, y: 0 }, bounds).scale).toBe(largestScale);
  });

  it('are the edges of the picture', () => {
    // Twice as large, the picture is 800 × 400: 200 wider than the frame on each side, and not as high.
    expect(keepInBounds({ scale: 2, x: 999, y: 999 }, bounds)).toEqual({ scale: 2, x: 200, y: 0 });
    expect(keepInBounds({ scale: 2, x: -999, y: -999 }, bounds)).toEqual({ scale: 2, x: -200, y: -0 });
  });
});

it('keeps what is between the fingers there', () => {
  const view = zoomAt(wholePicture, 2, { x: 100, y: -50 });
  expect(view).toEqual({ scale: 2, x: -100, y: 50 });
  // The point of the picture at (100, -50) of the frame: before and after.
  expect((100 - view.x) / view.scale).toBe(100);
  expect(zoomAt(view, 0.5, { x: 100, y: -50 })).toEqual(wholePicture);
});

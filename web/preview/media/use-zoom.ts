import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import {
  clickPixels,
  distance,
  isDoubleTap,
  leastZoom,
  type Point,
  type Tap,
  wheelFactor,
} from '../zoom-gestures.ts';
import { type Bounds, fitInto, keepInBounds, type Size, type View, wholePicture, zoomAt } from './zoom.ts';

/**
 * Enlarges a picture by pinching, double tapping, clicking or the wheel, and moves it by dragging. `natural` is the size
 * of the picture in pixels.
 */
export function useZoom(frame: RefObject<HTMLElement | null>, natural: Size | undefined) {
  const [view, setView] = useState<View>(wholePicture);
  const pointers = useRef(new Map<number, Point>());
  const lastTap = useRef<Tap>(undefined);
  const moved = useRef(0);

  const bounds = (): Bounds => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {};
    return { frame: { width, height }, fitted: fitInto(natural ?? { width, height }, { width, height }) };
  };
  const change = (next: (view: View) => View) => setView((old) => keepInBounds(next(old), bounds()));
  /** Seen from the centre of the frame */
  const fromCentre = ({ x, y }: Point): Point => {
    const box = frame.current?.getBoundingClientRect();
    return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : { x: 0, y: 0 };
  };
  const toggle = (at: Point) => {
    const { fitted } = bounds();
    const factor = Math.max(leastZoom, (natural?.width ?? 0) / fitted.width || leastZoom);
    change((old) => (old.scale > 1 ? wholePicture : zoomAt(old, factor, at)));
  };

  useEffect(() => {
    const element = frame.current;
    // A listener of React cannot keep the browser from enlarging the page.
    const handleWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      change((old) => zoomAt(old, wheelFactor(event), fromCentre({ x: event.clientX, y: event.clientY })));
    };
    element?.addEventListener('wheel', handleWheel, { passive: false });
    return () => element?.removeEventListener('wheel', handleWheel);
  });

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (pointers.current.size === 1) moved.current = 0;
    },
    onPointerMove: (event: PointerEvent) => {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const others = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      pointers.current.set(event.pointerId, now);
      moved.current += distance(before, now);
      const [other] = others;
      if (other) pinch(other, before, now);
      else change((old) => ({ ...old, x: old.x + now.x - before.x, y: old.y + now.y - before.y }));
    },
    onPointerUp: (event: PointerEvent) => {
      const isLast = pointers.current.delete(event.pointerId) && pointers.current.size === 0;
      if (isLast && event.pointerType === 'touch' && moved.current < clickPixels) tap(event);
    },
    onPointerCancel: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
    onPointerLeave: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
    onClick: (event: MouseEvent) => {
      const isTouch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
      if (isTouch || moved.current >= clickPixels) return;
      // The keyboard presses in the middle.
      toggle(event.detail === 0 ? { x: 0, y: 0 } : fromCentre({ x: event.clientX, y: event.clientY }));
    },
  };

  function pinch(other: Point, before: Point, now: Point): void {
    const factor = distance(other, now) / Math.max(1, distance(other, before));
    const middle = fromCentre({ x: (other.x + now.x) / 2, y: (other.y + now.y) / 2 });
    const shift = { x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 };
    change((old) => {
      const zoomed = zoomAt(old, factor, middle);
      return { ...zoomed, x: zoomed.x + shift.x, y: zoomed.y + shift.y };
    });
  }

  function tap({ clientX, clientY, timeStamp }: PointerEvent): void {
    const at = { x: clientX, y: clientY, time: timeStamp };
    const isSecond = isDoubleTap(lastTap.current, at);
    lastTap.current = isSecond ? undefined : at;
    if (isSecond) toggle(fromCentre(at));
  }

  return { view, isZoomed: view.scale > 1, handlers };
}

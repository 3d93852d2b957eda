import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  clickPixels,
  distance,
  isDoubleTap,
  leastZoom,
  type Point,
  type Tap,
  wheelFactor,
} from '../zoom-gestures.ts';
import { largestZoom, smallestZoom } from './PdfToolbar.tsx';

/** Pages are drawn again when the zoom has not changed for so long. */
const settleMs = 150;

/** Enlarges the pages in `list`; `zoom` follows when it has settled. */
export function usePdfZoom(scroller: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1);
  const pages = useRef<ZoomedPages>(undefined);
  useEffect(() => {
    if (!scroller.current || !list.current) return undefined;
    const zoomed = zoomPages(scroller.current, list.current, setZoom);
    pages.current = zoomed;
    return () => zoomed.stop();
  }, [scroller, list]);
  return { zoom, zoomTo: (next: number) => pages.current?.zoomTo(next) };
}

interface ZoomedPages {
  zoomTo(zoom: number): void;
  stop(): void;
}

/**
 * Stretches pages by pinching, double tapping, the wheel or the buttons; what is between the fingers stays there. Calls
 * `onSettle` when they should be drawn in their new size.
 */
function zoomPages(frame: HTMLElement, pages: HTMLElement, onSettle: (zoom: number) => void): ZoomedPages {
  let zoom = 1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const change = (next: number, from: Point, to: Point) => {
    const page = pageAt(pages, from);
    const old = page?.getBoundingClientRect();
    zoom = Math.min(largestZoom, Math.max(smallestZoom, next));
    pages.style.setProperty('--zoom', String(zoom));
    if (page && old) {
      const now = page.getBoundingClientRect();
      frame.scrollBy({
        left: now.left + ((from.x - old.left) / old.width) * now.width - to.x,
        top: now.top + ((from.y - old.top) / old.height) * now.height - to.y,
        behavior: 'instant',
      });
    }
    clearTimeout(timer);
    timer = setTimeout(() => onSettle(zoom), settleMs);
  };
  const handleWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const at = { x: event.clientX, y: event.clientY };
    change(zoom * wheelFactor(event), at, at);
  };
  const unwatch = watchFingers(frame, {
    onPinch: (factor, from, to) => change(zoom * factor, from, to),
    onDoubleTap: (at) => change(zoom > 1 ? 1 : leastZoom, at, at),
  });
  // A listener of React cannot keep the browser from enlarging the page.
  frame.addEventListener('wheel', handleWheel, { passive: false });
  return {
    zoomTo(next) {
      const { left, top, width, height } = frame.getBoundingClientRect();
      const middle = { x: left + width / 2, y: top + height / 2 };
      change(next, middle, middle);
      onSettle(zoom);
    },
    stop() {
      unwatch();
      frame.removeEventListener('wheel', handleWheel);
      clearTimeout(timer);
    },
  };
}

/** The page at a point, or the last one above it */
function pageAt(pages: HTMLElement, { y }: Point): Element | undefined {
  const all = [...pages.children];
  return all.findLast((page) => page.getBoundingClientRect().top <= y) ?? all[0];
}

interface Gestures {
  /** Two fingers, between which `from` was and `to` is now */
  onPinch(factor: number, from: Point, to: Point): void;
  onDoubleTap(at: Point): void;
}

/** Tells what fingers do on an element whose scrolling is left to the browser. */
function watchFingers(element: HTMLElement, { onPinch, onDoubleTap }: Gestures): () => void {
  let fingers: Point[] = [];
  let start: Point | undefined;
  let last: Tap | undefined;
  const handleStart = (event: TouchEvent) => {
    fingers = pointsOf(event);
    start = fingers.length === 1 ? fingers[0] : undefined;
    if (fingers.length === 2 && event.cancelable) event.preventDefault();
  };
  const handleMove = (event: TouchEvent) => {
    const [before, now] = [fingers, pointsOf(event)];
    fingers = now;
    const [[a, b], [c, d]] = [before, now];
    if (!a || !b || !c || !d || now.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    onPinch(distance(c, d) / Math.max(1, distance(a, b)), middleOf(a, b), middleOf(c, d));
  };
  const handleEnd = (event: TouchEvent) => {
    fingers = pointsOf(event);
    const [touch] = event.changedTouches;
    if (!touch || !start) return;
    const tap = { x: touch.clientX, y: touch.clientY, time: event.timeStamp };
    const isTap = distance(start, tap) < clickPixels;
    const isSecond = isTap && isDoubleTap(last, tap);
    last = isTap && !isSecond ? tap : undefined;
    if (isSecond) onDoubleTap(tap);
  };
  const handleCancel = () => void (fingers = []);
  const ending = new AbortController();
  const { signal } = ending;
  element.addEventListener('touchstart', handleStart, { passive: false, signal });
  element.addEventListener('touchmove', handleMove, { passive: false, signal });
  element.addEventListener('touchend', handleEnd, { signal });
  element.addEventListener('touchcancel', handleCancel, { signal });
  return () => ending.abort();
}

function pointsOf({ touches }: TouchEvent): Point[] {
  return [...touches].map(({ clientX, clientY }) => ({ x: clientX, y: clientY }));
}

function middleOf(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

import { useEffect, useRef } from 'react';
import { forward } from '../lib/direction.ts';
import type { Point } from './zoom-gestures.ts';

interface Gestures {
  /** Swiped sideways: to the next file (1) or the previous one (-1) */
  onStep(by: number): void;
  /** Pulled down; missing where that scrolls */
  onPull: (() => void) | undefined;
}

const swipePixels = 60;
const pullPixels = 90;
/** The lower edge of a film, where its player has the bar that seeks */
const playerBarPixels = 56;

/**
 * Tells what a finger does on an element. Moving sideways is never left to the browser, which would go back in its
 * history, except where something scrolls sideways.
 */
export function useSwipe(element: HTMLElement | null, gestures: Gestures): void {
  const latest = useRef(gestures);
  useEffect(() => {
    latest.current = gestures;
  });
  useEffect(() => {
    if (!element) return undefined;
    let start: Point | undefined;
    const handleStart = ({ touches, target }: TouchEvent) => {
      const touch = touches[0];
      const isOwn = touches.length === 1 && touch && target instanceof Element && !isTaken(target, touch);
      start = isOwn ? pointOf(touch) : undefined;
    };
    const handleMove = (event: TouchEvent) => {
      const moved = start && event.touches[0] && wayOf(start, event.touches[0]);
      if (moved && event.cancelable && Math.abs(moved.x) > Math.abs(moved.y)) event.preventDefault();
    };
    const handleEnd = ({ changedTouches }: TouchEvent) => {
      const moved = start && changedTouches[0] && wayOf(start, changedTouches[0]);
      start = undefined;
      if (!moved) return;
      if (Math.abs(moved.x) > swipePixels && Math.abs(moved.x) > 2 * Math.abs(moved.y))
        latest.current.onStep(moved.x * forward() < 0 ? 1 : -1);
      else if (moved.y > pullPixels && moved.y > Math.abs(moved.x)) latest.current.onPull?.();
    };
    const handleCancel = () => void (start = undefined);
    element.addEventListener('touchstart', handleStart, { passive: true });
    // A listener of React could not keep the browser from going back.
    element.addEventListener('touchmove', handleMove, { passive: false });
    element.addEventListener('touchend', handleEnd);
    element.addEventListener('touchcancel', handleCancel);
    return () => {
      element.removeEventListener('touchstart', handleStart);
      element.removeEventListener('touchmove', handleMove);
      element.removeEventListener('touchend', handleEnd);
      element.removeEventListener('touchcancel', handleCancel);
    };
  }, [element]);
}

function pointOf({ clientX, clientY }: Touch): Point {
  return { x: clientX, y: clientY };
}

function wayOf(start: Point, { clientX, clientY }: Touch): Point {
  return { x: clientX - start.x, y: clientY - start.y };
}

/** Whether a finger there does something else: it seeks, scrolls sideways, or moves an enlarged picture or page. */
function isTaken(target: Element, { clientY }: Touch): boolean {
  if ((window.visualViewport?.scale ?? 1) > 1.01) return true;
  if (isPlayer(target)) return target.getBoundingClientRect().bottom - clientY < playerBarPixels;
  if (target.closest('[data-zoomed]')) return true;
  for (let at: Element | null = target; at; at = at.parentElement) if (isWide(at)) return true;
  return false;
}

export function isPlayer(target: EventTarget): boolean {
  return target instanceof HTMLMediaElement;
}

/** Whether an element can be scrolled sideways. */
export function isWide(element: Element): boolean {
  if (element.scrollWidth <= element.clientWidth) return false;
  return /auto|scroll/.test(getComputedStyle(element).overflowX);
}

import { type TouchEvent, useRef } from 'react';

const swipePixels = 60;

/** A finger that goes mostly sideways leads to the next or the previous one. */
export function useSwipe(onStep: (by: number) => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const touch = touches[0];
      const isOwn = touches.length > 1 || !touch || scrollsSideways(target) || isPlayer(target);
      start.current = isOwn ? undefined : { x: touch.clientX, y: touch.clientY };
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!start.current || !touch) return;
      const across = touch.clientX - start.current.x;
      const down = touch.clientY - start.current.y;
      start.current = undefined;
      if (Math.abs(across) > swipePixels && Math.abs(across) > 2 * Math.abs(down))
        onStep(across < 0 ? 1 : -1);
    },
  };
}

/** Whether the arrow keys mean something else where the focus is. */
export function keepsArrows(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return isPlayer(target) || target.matches('input, textarea, select') || isWide(target);
}

function isPlayer(target: EventTarget): boolean {
  return target instanceof HTMLMediaElement;
}

function scrollsSideways(target: EventTarget): boolean {
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement)
    if (isWide(at)) return true;
  return false;
}

function isWide(element: Element): boolean {
  if (element.scrollWidth <= element.clientWidth) return false;
  return /auto|scroll/.test(getComputedStyle(element).overflowX);
}

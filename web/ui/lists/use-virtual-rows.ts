import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';

interface VirtualRows<E extends HTMLElement> {
  /** The ref of the element that contains the rows */
  ref: RefObject<E | null>;
  /** Height of all rows, in pixels */
  height: number;
  /** The rows to draw: `first` up to, not including, `end`. */
  first: number;
  end: number;
}

/** Rows rendered beyond each edge of the screen: enough for text, too many for pictures. */
const rowsOfText = 8;

/** Rows that are replaced at once. More would take longer than a frame; fewer would render with every frame. */
const rowsPerStep = 2;

/** Part of the screen that a list has at first: something is above it. */
const firstPart = 0.75;

/**
 * The visible rows of a long list. All rows have the same height, so nothing is measured; the page or any element
 * around the list scrolls.
 */
export function useVirtualRows<E extends HTMLElement>(
  count: number,
  rowHeight: number,
  extraRows = rowsOfText,
): VirtualRows<E> {
  const ref = useRef<E>(null);
  const [first, setFirst] = useState(0);
  const [isPainted, setPainted] = useState(false);
  const screenRows = Math.ceil(window.innerHeight / rowHeight);
  // The first frame has no rows that nobody sees, and is there sooner.
  const drawnRows = isPainted ? screenRows + 2 * extraRows + rowsPerStep : Math.ceil(screenRows * firstPart);

  useEffect(() => {
    const update = () => {
      const hidden = -(ref.current?.getBoundingClientRect().top ?? 0);
      const row = Math.max(0, Math.floor(hidden / rowHeight) - extraRows);
      setFirst(row - (row % rowsPerStep));
    };
    // Where the list is would have to be computed before the first frame.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        update();
        startTransition(() => setPainted(true));
      });
    });
    // Captured on the way down: scroll events of elements inside the page do not bubble.
    window.addEventListener('scroll', update, { passive: true, capture: true });
    window.addEventListener('resize', update);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      window.removeEventListener('scroll', update, { capture: true });
      window.removeEventListener('resize', update);
    };
  }, [rowHeight, extraRows]);

  const start = Math.min(first, Math.max(0, count - 1));
  return {
    ref,
    height: count * rowHeight,
    first: start,
    end: Math.min(count, start + drawnRows),
  };
}

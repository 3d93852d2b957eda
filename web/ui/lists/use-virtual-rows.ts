import { type RefObject, useEffect, useRef, useState } from 'react';

interface VirtualRows<E extends HTMLElement> {
  /** Goes to the element that holds the rows. */
  ref: RefObject<E | null>;
  /** Height of all rows, in pixels */
  height: number;
  /** The rows to draw: `first` up to, not including, `end`. */
  first: number;
  end: number;
}

/** Beyond the screen on each side: enough for rows of text, too much for rows of pictures. */
const rowsOfText = 12;

/**
 * Which rows of a long list are in sight. All rows have one height, so their places need no measuring; the page or
 * anything around the list scrolls.
 */
export function useVirtualRows<E extends HTMLElement>(
  count: number,
  rowHeight: number,
  extraRows = rowsOfText,
): VirtualRows<E> {
  const ref = useRef<E>(null);
  const [first, setFirst] = useState(0);
  const visibleRows = Math.ceil(window.innerHeight / rowHeight) + 2 * extraRows;

  useEffect(() => {
    const update = () => {
      const hidden = -(ref.current?.getBoundingClientRect().top ?? 0);
      const row = Math.max(0, Math.floor(hidden / rowHeight) - extraRows);
      // In steps, so that most movements of the page draw nothing anew.
      setFirst(row - (row % extraRows));
    };
    update();
    // Caught on its way down: what scrolls inside the page tells nobody above it.
    window.addEventListener('scroll', update, { passive: true, capture: true });
    window.addEventListener('resize', update);
    return () => {
      window.removeEventListener('scroll', update, { capture: true });
      window.removeEventListener('resize', update);
    };
  }, [rowHeight, extraRows]);

  const start = Math.min(first, Math.max(0, count - 1));
  return {
    ref,
    height: count * rowHeight,
    first: start,
    end: Math.min(count, start + visibleRows + extraRows),
  };
}

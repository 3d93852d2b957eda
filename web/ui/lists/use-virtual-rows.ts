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

/** Rows rendered beyond each edge of the screen: enough for text, too many for pictures. */
const rowsOfText = 12;

/**
 * Which rows of a long list are visible. All rows have the same height, so that nothing is measured; the page or
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
      // In steps, so that most scrolling renders nothing.
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

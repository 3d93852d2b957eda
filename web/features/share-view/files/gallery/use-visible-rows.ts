import { type RefObject, useEffect, useState } from 'react';

interface Row {
  top: number;
  height: number;
}

/** Rows of different heights that are drawn: those on the screen and within half a screen of it. */
export function useVisibleRows<R extends Row>(
  element: RefObject<HTMLElement | null>,
  rows: readonly R[],
): readonly R[] {
  const [[first, end], setRange] = useState([0, 0]);
  useEffect(() => {
    const update = () => {
      const hidden = -(element.current?.getBoundingClientRect().top ?? 0);
      const margin = window.innerHeight / 2;
      const from = rows.findIndex(({ top, height }) => top + height > hidden - margin);
      const to = rows.findLastIndex(({ top }) => top < hidden + window.innerHeight + margin);
      setRange((range) => (range[0] === from && range[1] === to + 1 ? range : [Math.max(0, from), to + 1]));
    };
    update();
    window.addEventListener('scroll', update, { passive: true });
    window.addEventListener('resize', update);
    return () => {
      window.removeEventListener('scroll', update);
      window.removeEventListener('resize', update);
    };
  }, [element, rows]);
  return rows.slice(first, end);
}

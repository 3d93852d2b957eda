import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';

const narrowestTile = 150;
const gap = 14;
const widthOfDesktop = 1120;
/** Name and size below the picture */
const captionHeight = 48;

/** Square tiles in as many columns as fit. */
export function useGrid() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(widthOfDesktop);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth || widthOfDesktop));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const columns = Math.max(2, Math.floor((width + gap) / (narrowestTile + gap)));
  const side = (width - gap * (columns - 1)) / columns;
  const rowHeight = Math.round(side) + captionHeight + gap;
  const placeOf = (index: number): CSSProperties => {
    const left = (index % columns) * (side + gap);
    const top = Math.floor(index / columns) * rowHeight;
    return { width: side, height: rowHeight - gap, transform: `translate(${left}px, ${top}px)` };
  };
  return { ref, columns, rowHeight, placeOf };
}

export interface JustifiedItem {
  /** Its place in the list */
  index: number;
  left: number;
  width: number;
}

export interface JustifiedRow {
  top: number;
  height: number;
  items: JustifiedItem[];
}

interface Space {
  width: number;
  /** The height that rows come close to */
  rowHeight: number;
  gap: number;
}

/** A row may grow by this factor to reach both edges; the last row does not grow at all. */
const tallest = 1.5;

/** Rows of pictures that fill the width, each picture in its own proportions (width by height). */
export function justifyRows(ratios: readonly number[], { width, rowHeight, gap }: Space): JustifiedRow[] {
  const rows: JustifiedRow[] = [];
  if (width <= 0) return rows;
  let top = 0;
  for (let start = 0; start < ratios.length; ) {
    const end = endOfRow(ratios, start, { width, rowHeight, gap });
    const row = ratios.slice(start, end);
    const space = width - gap * (row.length - 1);
    const filling = space / row.reduce((sum, ratio) => sum + ratio, 0);
    const isLast = end === ratios.length;
    const height = Math.min(filling, isLast ? rowHeight : rowHeight * tallest);
    rows.push({ top, height, items: placeItems(row, { start, height, gap }) });
    top += height + gap;
    start = end;
  }
  return rows;
}

/** The row ends where its height is closest to the wanted one. */
function endOfRow(ratios: readonly number[], start: number, { width, rowHeight, gap }: Space): number {
  let sum = 0;
  for (let end = start; end < ratios.length; end += 1) {
    const before = sum === 0 ? Number.POSITIVE_INFINITY : (width - gap * (end - start - 1)) / sum;
    sum += ratios[end] ?? 1;
    const height = (width - gap * (end - start)) / sum;
    if (height > rowHeight) continue;
    return rowHeight - height < before - rowHeight ? end + 1 : Math.max(end, start + 1);
  }
  return ratios.length;
}

function placeItems(
  ratios: readonly number[],
  { start, height, gap }: { start: number; height: number; gap: number },
): JustifiedItem[] {
  let left = 0;
  return ratios.map((ratio, index) => {
    const item = { index: start + index, left, width: ratio * height };
    left += item.width + gap;
    return item;
  });
}

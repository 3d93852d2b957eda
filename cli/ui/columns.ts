import stringWidth from 'string-width';

/** Aligns the columns of rows. `right` names the columns of numbers. */
export function alignColumns(rows: readonly (readonly string[])[], right: ReadonlySet<number>): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) => widthOf(rows.map((row) => row[column] ?? '')));
  return rows.map((row) =>
    joinCells(row.map((cell, column) => padCell(cell, widths[column] ?? 0, right.has(column)))),
  );
}

/** Columns of the terminal that the widest of these texts takes: two for most East Asian characters. */
export function widthOf(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, stringWidth(text)), 0);
}

/** Columns between two cells. */
export const gap = 2;

export function joinCells(cells: readonly string[]): string {
  return cells.join(' '.repeat(gap)).trimEnd();
}

/** Fills a cell up to a width; a text that is too wide ends with an ellipsis. */
export function padCell(text: string, width: number, isRight: boolean): string {
  const shown = shorten(text, width);
  const padding = ' '.repeat(Math.max(0, width - stringWidth(shown)));
  return isRight ? padding + shown : shown + padding;
}

const characters = new Intl.Segmenter();

/** Cuts a text between characters as people see them, which may consist of several code points. */
function shorten(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let short = '';
  let used = 1;
  for (const { segment } of characters.segment(text)) {
    used += stringWidth(segment);
    if (used > width) break;
    short += segment;
  }
  return `${short}…`;
}

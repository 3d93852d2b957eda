import { type Row, textOf } from './source-database.ts';

/** Groups rows by the text of a column. */
export function groupBy(rows: readonly Row[], column: string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const value = textOf(row[column]) ?? '';
    const group = groups.get(value);
    if (group) group.push(row);
    else groups.set(value, [row]);
  }
  return groups;
}

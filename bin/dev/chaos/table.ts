import type { Tally } from './scenario.ts';

export interface Row extends Omit<Tally, 'notes'> {
  scenario: string;
  seconds: number;
  result: string;
}

const columns = ['scenario', 'kills', 'cuts', 'files', 'MB', 'seconds', 'result'] as const;

/** Formats a table that is Markdown and also readable on a terminal. */
export function formatTable(rows: readonly Row[]): string {
  const cells = rows.map(({ scenario, kills, cuts, files, bytes, seconds, result }) =>
    [scenario, kills, cuts, files, Math.round(bytes / 1e6), Math.round(seconds), result].map(String),
  );
  const lines = [[...columns], ...cells];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const format = (line: readonly string[]) =>
    `| ${line.map((cell, index) => (isNumber(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, index) => (isNumber(index) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  return [format(columns), rule, ...cells.map(format)].join('\n');
}

const isNumber = (column: number) => column > 0 && column < columns.length - 1;

export function sumRows(rows: readonly Row[]): Pick<Row, 'kills' | 'cuts' | 'files' | 'bytes'> {
  const sum = (key: 'kills' | 'cuts' | 'files' | 'bytes') => rows.reduce((total, row) => total + row[key], 0);
  return { kills: sum('kills'), cuts: sum('cuts'), files: sum('files'), bytes: sum('bytes') };
}

import * as z from 'zod/mini';
import type { MessageKey } from '#sdk/i18n/translate.js';
import type { Context } from '../context.ts';
import { gap, joinCells, padCell, widthOf } from './columns.ts';

/** The names of columns; their heads are `cli.columns.<name>`. */
export type ColumnName = MessageKey extends infer K
  ? K extends `cli.columns.${infer N}`
    ? N
    : never
  : never;

/** A column of a list. Lists are tables for people, and tab-separated lines of raw values in pipes. */
export interface TableColumn<R> {
  name: ColumnName;
  /** The cell for people; a column without it is shown only on demand, with its raw values. */
  cellOf?(row: R, context: Context): string;
  /** The value for programs, which find all columns in the order of the list. */
  rawOf(row: R): string | number;
  /** Numbers are aligned to the right. */
  isNumber?: boolean;
  /** On a narrow terminal, the columns of the highest ranks are left out first; those without a rank never are. */
  rank?: number;
  /** The cells can be shortened to this width. */
  leastWidth?: number;
}

export interface TableRequest<R> {
  columns: readonly TableColumn<R>[];
  /** `--columns`: the columns to show, in this order. */
  chosen: readonly string[] | undefined;
}

/** `--columns` of a list. */
export function columnsOption(columns: readonly { name: ColumnName }[]) {
  return z.optional(z.array(z.enum(columns.map(({ name }) => name))));
}

/** The lines of a list: a table that fits on the terminal, or lines for a pipe. */
export function listLines<R>(
  rows: readonly R[],
  context: Context,
  { columns, chosen }: TableRequest<R>,
): string[] {
  const selected = chosen ? choose(columns, chosen) : columns;
  if (!context.streams.stdout.isTTY) {
    return rows.map((row) => selected.map((column) => column.rawOf(row)).join('\t'));
  }
  return tableLines(rows, context, { columns: selected, chosen });
}

/** A table that fits on the terminal. */
export function tableLines<R>(
  rows: readonly R[],
  context: Context,
  { columns, chosen }: TableRequest<R>,
): string[] {
  const { translator } = context;
  if (rows.length === 0) return [];
  const shown = columns
    .filter((column) => chosen || column.cellOf)
    .map((column) => ({
      ...column,
      cells: [headOf(translator, column.name), ...rows.map((row) => cellText(column, row, context))],
    }));
  const sized = shown.map((column) => ({ ...column, width: widthOf(column.cells) }));
  const fitted = fitColumns(sized, { width: terminalWidth(context), keepsAll: Boolean(chosen) });
  return ['', ...rows].map((_, line) =>
    joinCells(
      fitted.map(({ cells, width, isNumber = false }) => padCell(cells[line] ?? '', width, isNumber)),
    ),
  );
}

/** Infinite for a terminal that does not tell. */
export function terminalWidth({ streams }: Pick<Context, 'streams'>): number {
  return streams.stdout.columns || Number.POSITIVE_INFINITY;
}

export function headOf({ t }: Context['translator'], name: ColumnName): string {
  return t(`cli.columns.${name}`).toUpperCase();
}

export function cellText<R>({ cellOf, rawOf }: TableColumn<R>, row: R, context: Context): string {
  return cellOf ? cellOf(row, context) : String(rawOf(row));
}

function choose<R>(columns: readonly TableColumn<R>[], names: readonly string[]): TableColumn<R>[] {
  return names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
}

interface Sized {
  width: number;
  rank?: number;
  leastWidth?: number;
}

/**
 * Makes columns fit: those of the highest ranks are left out until the others fit at their least widths, then cells are
 * shortened, again by rank.
 */
export function fitColumns<C extends Sized>(
  columns: readonly C[],
  { width, keepsAll = false }: { width: number; keepsAll?: boolean },
): C[] {
  let kept = [...columns];
  while (!keepsAll && total(kept, leastWidthOf) > width) {
    const last = kept.reduce(
      (least, column) => ((column.rank ?? 0) > (least?.rank ?? 0) ? column : least),
      kept[0],
    );
    if (!last?.rank) break;
    kept = kept.filter((column) => column !== last);
  }
  let excess = total(kept, (column) => column.width) - width;
  const byRank = kept.toSorted((a, b) => (b.rank ?? 0) - (a.rank ?? 0));
  const widths = new Map<C, number>();
  for (const column of byRank) {
    const cut = Math.max(0, Math.min(excess, column.width - leastWidthOf(column)));
    excess -= cut;
    widths.set(column, column.width - cut);
  }
  return kept.map((column) => ({ ...column, width: widths.get(column) ?? column.width }));
}

function leastWidthOf({ width, leastWidth = width }: Sized): number {
  return Math.min(width, leastWidth);
}

function total<C>(columns: readonly C[], widthOfColumn: (column: C) => number): number {
  const gaps = gap * Math.max(0, columns.length - 1);
  return columns.reduce((sum, column) => sum + widthOfColumn(column), gaps);
}

import { formatBytes, formatDate, formatDateTime, formatNumber } from '#sdk/i18n/format.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { forTerminal } from '../io/output.ts';
import type { ColumnName, TableColumn } from './table.ts';

type Fitting = Pick<TableColumn<unknown>, 'rank' | 'leastWidth'>;

/** Text, which others may have written. */
export function textColumn<R>(
  name: ColumnName,
  textOf: (row: R) => string | null,
  fitting: Fitting = {},
): TableColumn<R> {
  const cellOf = (row: R) => forTerminal(textOf(row) ?? '');
  return { name, rawOf: cellOf, cellOf, ...fitting };
}

/** A word of the contract, such as a state: programs get it as it is, people in words. */
export function codeColumn<R, C extends string>(
  name: ColumnName,
  codeOf: (row: R) => C,
  { keyOf, ...fitting }: Fitting & { keyOf(code: C): MessageKey },
): TableColumn<R> {
  return {
    name,
    rawOf: codeOf,
    cellOf: (row, { translator: { t } }) => t(keyOf(codeOf(row))),
    ...fitting,
  };
}

export function countColumn<R>(
  name: ColumnName,
  countOf: (row: R) => number,
  fitting: Fitting = {},
): TableColumn<R> {
  return {
    name,
    rawOf: countOf,
    cellOf: (row, { translator: { locale } }) => formatNumber(locale, countOf(row)),
    isNumber: true,
    ...fitting,
  };
}

/** Bytes. */
export function sizeColumn<R>(
  name: ColumnName,
  sizeOf: (row: R) => number,
  fitting: Fitting = {},
): TableColumn<R> {
  return {
    name,
    rawOf: sizeOf,
    cellOf: (row, { translator: { locale } }) => formatBytes(locale, sizeOf(row)),
    isNumber: true,
    ...fitting,
  };
}

/** Null is never. */
export function timeColumn<R>(
  name: ColumnName,
  timeOf: (row: R) => string | null,
  { isDay = false, ...fitting }: Fitting & { isDay?: boolean } = {},
): TableColumn<R> {
  const format = isDay ? formatDate : formatDateTime;
  return {
    name,
    rawOf: (row) => timeOf(row) ?? 'never',
    cellOf: (row, { translator: { t, locale } }) => {
      const time = timeOf(row);
      return time === null ? t('cli.never') : format(locale, time);
    },
    ...fitting,
  };
}

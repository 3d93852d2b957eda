import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostError } from '#sdk/contract/host.js';
import { openDatabase } from '../db/connection.ts';

type Value = string | number | null;

/** A row of whatever columns the version of the program has. */
export type Row = Readonly<Record<string, Value | undefined>>;

/** Reads the database of another program, whose tables and columns depend on its version. */
export interface SourceDatabase {
  tables: ReadonlySet<string>;
  /** Returns the rows of a table in the order of their insertion; none when there is no such table. */
  rows(table: string): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * Opens a copy of an SQLite database, so that the file itself is never changed.
 *
 * @throws HostError `import_source_missing`, `import_source_unknown`
 */
export async function openSourceDatabase(file: string): Promise<SourceDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-import-'));
  const copy = join(folder, 'source.db');
  try {
    await copyIfThere(file, copy);
    // Otherwise the changes since the last checkpoint would be missing.
    await copyIfThere(`${file}-wal`, `${copy}-wal`, { isOptional: true });
    return await open(copy, folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (error instanceof HostError) throw error;
    throw new HostError('import_source_unknown', { folder: file }, { cause: error });
  }
}

async function open(copy: string, folder: string): Promise<SourceDatabase> {
  const database = openDatabase({ engine: 'sqlite', file: copy }, { synchronous: 'NORMAL' });
  const close = async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const q = database.writer;
    const names: string[] = await q('sqlite_master').where({ type: 'table' }).pluck('name');
    const tables = new Set(names);
    return {
      tables,
      async rows(table) {
        const found: Row[] = tables.has(table) ? await q(table).orderBy('rowid') : [];
        return found;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function copyIfThere(from: string, to: string, { isOptional = false } = {}): Promise<void> {
  const found = await stat(from).catch(() => null);
  if (found?.isFile()) return copyFile(from, to);
  if (!isOptional) throw new HostError('import_source_missing', { folder: from });
}

/** Returns a text, or null when there is none. */
export function textOf(value: Value | undefined): string | null {
  return value === undefined || value === null || value === '' ? null : String(value);
}

/** Prisma stores flags as 0 and 1. */
export function flagOf(value: Value | undefined, whenMissing = false): boolean {
  return value === undefined || value === null ? whenMissing : value === 1 || value === 'true';
}

/** Returns a number, also when it was stored as a text; null when there is none. */
export function numberOf(value: Value | undefined): number | null {
  const number = value === undefined || value === null || value === '' ? Number.NaN : Number(value);
  return Number.isSafeInteger(number) ? number : null;
}

/** The end of the last year that ISO 8601 writes with four digits, as the API does. */
const lastMoment = Date.UTC(10_000, 0) - 1;

/** Prisma stores moments as milliseconds; some old rows have texts. The epoch means that there is none. */
export function momentOf(value: Value | undefined): number | null {
  const moment = toNumber(value);
  return moment > 0 && moment <= lastMoment ? Math.floor(moment) : null;
}

export interface SourceExpiry {
  /** null: never, or what is stored there is no date. */
  expiresAt: number | null;
  isExpiryUnreadable: boolean;
}

/** Returns when something expires. What is no date is told apart from none: it must not become "never" for everybody. */
export function expiryOf(value: Value | undefined): SourceExpiry {
  const expiresAt = momentOf(value);
  return { expiresAt, isExpiryUnreadable: expiresAt === null && toNumber(value) !== 0 };
}

function toNumber(value: Value | undefined): number {
  if (typeof value === 'number') return value;
  const text = textOf(value);
  return text === null ? 0 : readMoment(text);
}

function readMoment(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  // SQLite's own `CURRENT_TIMESTAMP` is UTC, which JavaScript would take for local time.
  return Date.parse(/^[\d-]+ [\d:.]+$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);
}

import { HostError } from '#sdk/contract/host.js';
import type { Database } from '../connection.ts';
import { engineOf } from '../dialect.ts';
import { copyIdentity, copyTable, type Digest, digestTable, withoutTriggers } from './copy.ts';
import { lastLong } from './freeze.ts';
import { readTables, type Table } from './tables.ts';

interface Copy {
  /** A transaction that sees one state of the database from its beginning to its end. */
  from: Database['writer'];
  /** The other engine, with the same empty tables. */
  target: Database;
  signal: AbortSignal;
  /** Called when only the comparison is left. */
  onCopied?(): void;
}

/**
 * Copies all tables to the other engine in one transaction, and compares them.
 *
 * @throws HostError `database_differs`
 */
export function copyAll({ from, target, signal, onCopied }: Copy): Promise<{ name: string; rows: number }[]> {
  return target.writer.transaction(async (to) => {
    await lastLong(to);
    const tables = await readTables(engineOf(from) === 'postgres' ? from : to);
    const copied = await withoutTriggers(to, tables, async () => {
      const digests = new Map<Table, Digest>();
      for (const table of tables) {
        digests.set(table, await copyTable({ from, to, table }, { signal }));
        await copyIdentity({ from, to, table });
      }
      return digests;
    });
    onCopied?.();
    for (const [table, expected] of copied) {
      const { rows, sha256 } = await digestTable(to, table, { signal });
      if (rows !== expected.rows || sha256 !== expected.sha256) {
        throw new HostError('database_differs', { table: table.name });
      }
    }
    // So that its first statements are planned well.
    if (engineOf(to) === 'postgres') await to.raw('analyze');
    return [...copied].map(([{ name }, { rows }]) => ({ name, rows }));
  });
}

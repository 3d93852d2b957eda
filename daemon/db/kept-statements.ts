type Done = (this: unknown, error: Error | null, rows?: unknown) => void;

interface Statement {
  all(bindings: readonly unknown[], done: Done): unknown;
  run(bindings: readonly unknown[], done: Done): unknown;
  finalize(): unknown;
}

/** What this needs of a connection of the driver `sqlite3`. */
export interface StatementConnection {
  prepare(sql: string, done: (error: Error | null) => void): Statement;
  all(sql: string, bindings: readonly unknown[] | undefined, done: Done): unknown;
  run(sql: string, bindings: readonly unknown[] | undefined, done: Done): unknown;
}

/** Statements that a connection keeps, and the characters of the longest. */
const maxKept = 64;
const longest = 2000;

const methods = ['all', 'run'] as const;

/**
 * Makes a connection keep the statements it has used most recently. The driver would prepare a statement each time it
 * runs, which costs a second trip to its thread. After a schema change, SQLite prepares kept statements again by itself.
 *
 * Returns a function that releases them: a connection with statements cannot be closed.
 */
export function keepStatements(connection: StatementConnection): () => void {
  const kept = new Map<string, Statement>();

  function keep(sql: string, statement: Statement): void {
    // Another use of the same text was quicker.
    if (kept.has(sql)) return void statement.finalize();
    kept.set(sql, statement);
    if (kept.size <= maxKept) return;
    const [oldest] = kept;
    if (!oldest) return;
    kept.delete(oldest[0]);
    // If it is running, the driver waits for its end.
    oldest[1].finalize();
  }

  for (const method of methods) {
    const unkept = connection[method].bind(connection);
    connection[method] = (sql: string, bindings: readonly unknown[] | undefined = [], done: Done) => {
      // A kept statement holds its last values until it is used again.
      if (sql.length > longest || bindings.some((value) => Buffer.isBuffer(value))) {
        return unkept(sql, bindings, done);
      }
      const known = kept.get(sql);
      if (known) {
        kept.delete(sql);
        kept.set(sql, known);
        return known[method](bindings, done);
      }
      // What is wrong with the text is reported here, and `done` is not called for its use.
      const statement = connection.prepare(sql, (error) => {
        if (error) done.call(statement, error);
      });
      return statement[method](bindings, function (error, rows) {
        keep(sql, statement);
        done.call(this, error, rows);
      });
    };
  }

  return () => {
    for (const statement of kept.values()) statement.finalize();
    kept.clear();
  };
}

/** What the connections of both engines have in common. */

const nothing = () => undefined;

export const poolOptions = {
  // Errors are logged, so they name the statement without its values.
  compileSqlOnError: false,
  acquireConnectionTimeout: 10_000,
  // Errors are thrown. Standard output belongs to our own log and to the documents of commands.
  log: { debug: nothing, warn: nothing, error: nothing, deprecate: nothing },
} as const;

/**
 * Refuses values that a driver would damage: the one of SQLite silently stores bigints as NULL and Dates as REAL, and
 * the one of PostgreSQL writes Dates in the time zone of the process.
 *
 * @throws TypeError
 */
export function requireStorable(bindings: readonly unknown[] | undefined): void {
  for (const value of bindings ?? []) {
    const isPlain =
      value === null ||
      value === undefined ||
      typeof value === 'string' ||
      typeof value === 'boolean' ||
      Buffer.isBuffer(value);
    if (!isPlain && !(typeof value === 'number' && Number.isFinite(value))) {
      const what = typeof value === 'number' ? value : Object.prototype.toString.call(value);
      throw new TypeError(`cannot store ${what} in the database`);
    }
  }
}

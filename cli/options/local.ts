import * as z from 'zod/mini';
import type { Administration, LoadHost } from '#sdk/contract/host.js';
import { CliError } from '../errors/cli-error.ts';
import { explainStart } from '../errors/explain-start.ts';

/** Options of the commands that administer an instance: from anywhere, or on its machine without signing in. */
export const LocalOptions = z.strictObject({
  local: z._default(z.boolean(), false),
  dataDir: z.optional(z.string().check(z.meta({ value: 'DIR', text: 'local_data_dir' }))),
  databaseUrl: z.optional(z.string().check(z.meta({ value: 'URL', text: 'local_database_url' }))),
});
export type LocalOptions = z.output<typeof LocalOptions>;

/** The instance on this machine, opened when it is first needed. */
export interface LocalInstance {
  open(): Promise<Pick<Administration, 'url' | 'token'>>;
  close(): Promise<void>;
}

/**
 * Null: the command talks to a server, as usual.
 *
 * @throws CliError `usage` when the options contradict each other
 */
export function chooseLocal(
  { local, ...where }: LocalOptions,
  { server, loadHost }: { server: string | undefined; loadHost: LoadHost },
): LocalInstance | null {
  if (!local) {
    requireNone(where);
    return null;
  }
  if (server !== undefined) {
    throw new CliError({
      exit: 'usage',
      key: 'cli.errors.options_exclusive',
      params: { option: '--local', other: '--server' },
    });
  }
  let opening: Promise<Administration> | undefined;
  const open = async () => {
    const host = await loadHost();
    return host.openAdministration(where).catch((error: unknown) => {
      throw explainStart(error);
    });
  };
  return {
    open: () => (opening ??= open()),
    async close() {
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}

function requireNone({ dataDir, databaseUrl }: Omit<LocalOptions, 'local'>): void {
  if (dataDir === undefined && databaseUrl === undefined) return;
  const option = dataDir === undefined ? '--database-url' : '--data-dir';
  throw new CliError({ exit: 'usage', key: 'cli.errors.option_needs', params: { option, other: '--local' } });
}

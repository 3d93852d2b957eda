import * as z from 'zod/mini';
import { defineCommand } from '../command.ts';
import { CliError } from '../errors.ts';

export const serve = defineCommand({
  options: z.strictObject({
    host: z.optional(z.string().check(z.meta({ value: 'ADDRESS' }))),
    port: z.optional(z.int().check(z.minimum(0), z.maximum(65_535))),
    dataDir: z.optional(z.string().check(z.meta({ value: 'DIR' }))),
    databaseUrl: z.optional(z.string().check(z.meta({ value: 'URL' }))),
    open: z._default(z.boolean(), false),
  }),
  async run(context, { options }) {
    const host = await context.loadHost();
    await host.serve(options).catch((error: unknown) => {
      throw explain(error);
    });
  },
});

/** What a start fails of most often, in words that name the remedy. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('problems' in error && Array.isArray(error.problems)) {
    const problems = error.problems.map(String);
    return new CliError({
      exit: 'usage',
      key: 'cli.errors.settings_wrong',
      params: { problems: problems.join('\n') },
      details: { problems },
      cause: error,
    });
  }
  if ('code' in error && error.code === 'EADDRINUSE') {
    return new CliError({
      exit: 'conflict',
      key: 'cli.errors.port_in_use',
      params: { port: 'port' in error ? String(error.port) : '' },
      hint: { key: 'cli.hints.port_in_use' },
      cause: error,
    });
  }
  return error;
}

import * as z from 'zod/mini';

/** Options that every command takes. */
export const GlobalOptions = z.strictObject({
  server: z.optional(z.string().check(z.meta({ value: 'URL' }))),
  json: z._default(z.boolean(), false),
  quiet: z._default(z.boolean(), false).check(z.meta({ short: 'q' })),
  progress: z._default(z.enum(['auto', 'bar', 'plain', 'json', 'none']), 'auto'),
});
export type GlobalOptions = z.output<typeof GlobalOptions>;

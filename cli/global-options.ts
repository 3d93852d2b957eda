import * as z from 'zod/mini';

export const progressModes = ['auto', 'bar', 'plain', 'json', 'none'] as const;
export type ProgressMode = (typeof progressModes)[number];

/** Options that every command takes. */
export const GlobalOptions = z.strictObject({
  server: z.optional(z.string().check(z.meta({ value: 'URL' }))),
  json: z._default(z.boolean(), false),
  quiet: z._default(z.boolean(), false).check(z.meta({ short: 'q' })),
  progress: z._default(z.enum(progressModes), 'auto'),
});
export type GlobalOptions = z.output<typeof GlobalOptions>;

import * as z from 'zod/mini';

/** What every import can be told. */
export const importOptions = {
  dryRun: z._default(z.boolean(), false).check(z.meta({ text: 'import_dry_run' })),
  link: z._default(z.boolean(), false).check(z.meta({ text: 'import_link' })),
  bucket: z.optional(z.string().check(z.meta({ value: 'DIR', text: 'import_bucket' }))),
  dataDir: z.optional(z.string().check(z.meta({ value: 'DIR' }))),
  databaseUrl: z.optional(z.string().check(z.meta({ value: 'URL' }))),
};

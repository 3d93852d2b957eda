import * as z from 'zod/mini';
import { defineCommand } from '../../command.ts';
import { importOptions } from './options.ts';
import { describeImport, exitOfImport } from './report.ts';
import { runImport } from './run-import.ts';

/** Imports Pingvin Share, and Pingvin Share X: the database tells which. */
export const importPingvin = defineCommand({
  args: [{ name: 'source', text: 'import_pingvin_source', required: true }],
  options: z.strictObject({
    ...importOptions,
    config: z.optional(z.string().check(z.meta({ value: 'FILE', text: 'import_config' }))),
    s3Endpoint: z.optional(z.string().check(z.meta({ value: 'URL', text: 'import_s3_endpoint' }))),
    images: z.optional(z.string().check(z.meta({ value: 'DIR', text: 'import_images' }))),
  }),
  run: async (context, { args: [source = ''], options }) =>
    runImport(context, { ...options, program: 'pingvin', source }),
  view: describeImport,
  exit: exitOfImport,
});

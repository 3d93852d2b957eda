import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { defineCommand } from '../../command.ts';
import { describeImport, hasLoss } from './report.ts';
import { runImport } from './run-import.ts';

export const importPalmr = defineCommand({
  args: [{ name: 'source', text: 'import_palmr_source', required: true }],
  options: z.strictObject({
    dryRun: z._default(z.boolean(), false).check(z.meta({ text: 'import_dry_run' })),
    link: z._default(z.boolean(), false).check(z.meta({ text: 'import_link' })),
    bucket: z.optional(z.string().check(z.meta({ value: 'DIR', text: 'import_bucket' }))),
    // A key on the command line would be visible to everybody on the machine.
    encryptionKeyFile: z.optional(
      z.string().check(z.meta({ value: 'FILE', text: 'import_encryption_key_file' })),
    ),
    dataDir: z.optional(z.string().check(z.meta({ value: 'DIR' }))),
    databaseUrl: z.optional(z.string().check(z.meta({ value: 'URL' }))),
  }),
  async run(context, { args: [source = ''], options: { encryptionKeyFile, ...options } }) {
    const encryptionKey =
      encryptionKeyFile === undefined
        ? undefined
        : (await readFile(encryptionKeyFile, 'utf8')).replace(/\r?\n$/, '');
    return runImport(context, { ...options, encryptionKey, program: 'palmr', source });
  },
  view: describeImport,
  exit: (report) => (hasLoss(report) ? 'integrity' : 'ok'),
});

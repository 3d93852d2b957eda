import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { defineCommand } from '../../command.ts';
import { importOptions } from './options.ts';
import { describeImport, exitOfImport } from './report.ts';
import { runImport } from './run-import.ts';

export const importPalmr = defineCommand({
  args: [{ name: 'source', text: 'import_palmr_source', required: true }],
  options: z.strictObject({
    ...importOptions,
    // Keys on the command line would be visible to everybody on the machine.
    s3EnvFile: z.optional(z.string().check(z.meta({ value: 'FILE', text: 'import_s3_env_file' }))),
    encryptionKeyFile: z.optional(
      z.string().check(z.meta({ value: 'FILE', text: 'import_encryption_key_file' })),
    ),
  }),
  async run(context, { args: [source = ''], options: { encryptionKeyFile, ...options } }) {
    const encryptionKey =
      encryptionKeyFile === undefined
        ? undefined
        : (await readFile(encryptionKeyFile, 'utf8')).replace(/\r?\n$/, '');
    return runImport(context, { ...options, encryptionKey, program: 'palmr', source });
  },
  view: describeImport,
  exit: exitOfImport,
});

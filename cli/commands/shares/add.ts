import * as z from 'zod/mini';
import { CreateShare } from '#sdk/contract/shares/inputs.js';
import { defineCommand } from '../../command.ts';
import { planInto } from '../../upload/plan.ts';
import { transferOptions, type Uploaded, uploadFiles } from '../../upload/upload-files.ts';

export const add = defineCommand({
  args: [
    { name: 'share', required: true },
    { name: 'path', required: true, variadic: true },
  ],
  options: z.strictObject({
    name: CreateShare.shape.name.check(z.meta({ text: 'stdin_name' })),
    replace: z._default(z.boolean(), false).check(z.meta({ text: 'replace_files' })),
    ...transferOptions,
  }),
  run: (context, { args: [into = '', ...paths], options }): Promise<Uploaded> =>
    uploadFiles(context, {
      paths,
      name: options.name,
      options,
      plan: (files) => planInto(context, { into, replace: options.replace }, files),
    }),
  view: ({ url }) => [url],
});

import * as z from 'zod/mini';
import { serverRoles } from '#sdk/contract/host.js';
import { defineCommand } from '../command.ts';
import { explainStart } from '../errors/explain-start.ts';

export const serve = defineCommand({
  options: z.strictObject({
    host: z.optional(z.string().check(z.meta({ value: 'ADDRESS' }))),
    port: z.optional(z.int().check(z.minimum(0), z.maximum(65_535))),
    role: z.optional(z.enum(serverRoles)),
    dataDir: z.optional(z.string().check(z.meta({ value: 'DIR' }))),
    databaseUrl: z.optional(z.string().check(z.meta({ value: 'URL' }))),
    open: z._default(z.boolean(), false),
  }),
  async run(context, { options }) {
    const host = await context.loadHost();
    await host.serve(options).catch((error: unknown) => {
      throw explainStart(error);
    });
  },
});

import * as z from 'zod/mini';
import { defineCommand } from '../../../command.ts';
import { connect } from '../../../server/connect.ts';
import { findFiles } from './find-file.ts';

export const release = defineCommand({
  args: [{ name: 'file', text: 'quarantined_file', required: true, variadic: true }],
  options: z.strictObject({}),
  async run(context, { args }) {
    const { client } = await connect(context);
    const files = await findFiles(client, args);
    for (const { id } of files) await client.malware.release({ params: { fileId: id } });
    return { released: files.map(({ id }) => id) };
  },
  view: ({ released }) => released,
});

import * as z from 'zod/mini';
import { defineCommand } from '../command.ts';
import { completionScripts, isShell, shells } from '../completion/scripts.ts';

export const completion = defineCommand({
  args: [{ name: 'shell', required: true, choices: shells }],
  options: z.strictObject({}),
  async run(_context, { args: [shell] }) {
    // The parser refuses any other.
    if (!isShell(shell)) throw new TypeError(`unknown shell: ${shell}`);
    return { shell, script: completionScripts[shell] };
  },
  view: ({ script }) => script.trimEnd().split('\n'),
});

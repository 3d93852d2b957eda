import { stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { ShareFile } from '#sdk/contract/files.js';
import type { OverwriteMode } from '#sdk/index.js';
import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { forTerminal } from '../io/output.ts';

export const OverwriteOption = z.enum(['ask', 'always', 'never', 'rename']);
export type OverwriteOption = z.output<typeof OverwriteOption>;

interface OverwriteRequest {
  option: OverwriteOption | undefined;
  directory: string;
  files: readonly ShareFile[];
}

/** Decides how to handle existing files. If there are any, the program asks once for all of them on a terminal. */
export async function chooseOverwrite(context: Context, request: OverwriteRequest): Promise<OverwriteMode> {
  const { option, directory, files } = request;
  const isInteractive = context.terminal.isInteractive && !context.options.json;
  if (option && option !== 'ask') return option;
  if (!isInteractive) return 'rename';
  const existing = await findExisting(directory, files);
  return existing.length === 0 ? 'rename' : askOverwrite(context, existing);
}

const answers: Readonly<Record<string, OverwriteMode>> = { o: 'always', s: 'never', r: 'rename' };

async function askOverwrite(
  { terminal, translator }: Context,
  existing: readonly string[],
): Promise<OverwriteMode> {
  const params = { count: existing.length, path: forTerminal(existing[0] ?? '') };
  const answer = await terminal.ask(`${translator.t('cli.prompts.overwrite', params)} `);
  const mode = answers[answer.trim().toLowerCase().charAt(0)];
  if (!mode) throw new CliError({ exit: 'failure', key: 'cli.errors.aborted' });
  return mode;
}

/** Files of another size: those of the same size are most likely from an earlier run, which is continued. */
async function findExisting(directory: string, files: readonly ShareFile[]): Promise<string[]> {
  const existing: string[] = [];
  for (const file of files) {
    const found = await stat(path.join(directory, file.path)).catch(() => null);
    if (found && found.size !== file.size) existing.push(file.path);
  }
  return existing;
}

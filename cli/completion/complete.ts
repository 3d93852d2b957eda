import { type ContextInit, createContext, GlobalOptions } from '../context.ts';
import { forTerminal } from '../io/output.ts';
import { type Completion, completionAt } from './candidates.ts';
import { readPosition } from './position.ts';
import { readSource } from './sources.ts';

/** What a context needs, except what the words contain. */
type Surroundings = Omit<ContextInit, 'options' | 'signal' | 'local'>;

/**
 * Answers the scripts of `fileshare completion`: prints what the last of the words can become, a line for each with a
 * tab before its description. `:file` and `:dir` leave it to the shell to offer files and folders. Nothing is printed
 * for people: an error would appear in the middle of the line that they type.
 */
export async function complete(init: Surroundings, words: readonly string[]): Promise<void> {
  const word = words.at(-1) ?? '';
  const position = await readPosition(words.slice(0, -1));
  if (!position) return;
  const completion = completionAt(position, word, init.translator);
  const lines = await readLines(init, completion, position.server);
  for (const line of lines.filter((text) => text.startsWith(word) || text.startsWith(':')))
    init.streams.stdout.write(`${line}\n`);
}

async function readLines(
  init: Surroundings,
  completion: Completion,
  server: string | undefined,
): Promise<string[]> {
  if (completion.kind === 'words') return completion.words.map((candidate) => lineOf(candidate));
  const { source, prefix } = completion;
  if (source === 'files') return [':file'];
  if (source === 'folders') return [':dir'];
  const options = GlobalOptions.parse({ server });
  const signal = new AbortController().signal;
  const context = createContext({ ...init, options, signal, local: null });
  const candidates = await readSource(context, source);
  return candidates.map(({ value, description }) => lineOf({ value: prefix + value, description }));
}

function lineOf({ value, description }: { value: string; description: string }): string {
  return `${forTerminal(value)}\t${forTerminal(description)}`;
}

import path from 'node:path';
import * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { formatBytes } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Client, Context } from '../../context.ts';
import { downloadFiles } from '../../download/run-download.ts';
import { CliError, HintedError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { listReceived, locateReverseShare } from '../../find/reverse-share.ts';
import { forTerminal } from '../../io/output.ts';
import { readFileIfThere, writePrivateFile } from '../../io/private-files.ts';

interface Pulled {
  id: string;
  name: string | null;
  /** Where its files are, absolute. */
  directory: string;
  files: number;
  bytes: number;
}

interface PullResult {
  reverseShare: ReverseShare;
  pulled: readonly Pulled[];
  /** Shares that were pulled before. */
  known: number;
}

export const pull = defineCommand({
  args: [{ name: 'reverse_share', required: true }],
  options: z.strictObject({
    output: z.optional(z.string().check(z.meta({ value: 'DIR', short: 'o', text: 'pull_output' }))),
    parallel: z.optional(z.int().check(z.minimum(1), z.maximum(32))),
  }),
  async run(context, { args: [reference = ''], options }): Promise<PullResult> {
    const { client, reverseShare } = await locateReverseShare(context, reference);
    const directory = path.resolve(options.output ?? '.');
    const memory = await PullMemory.open(directory, reverseShare.id);
    const received = (await listReceived(client, reverseShare)).filter(({ state }) => state === 'active');
    const fresh = received.filter(({ id }) => !memory.has(id));
    const pulled: Pulled[] = [];
    const failures: PullFailure[] = [];
    for (const share of fresh) {
      const target = path.join(directory, folderOf(share));
      try {
        const arrived = await pullShare(context, client, { share, target, parallel: options.parallel });
        pulled.push(arrived);
        print(context, arrived);
        await memory.add(share.id);
      } catch (error) {
        if (isAboutAll(context, error)) throw withPulled(error, pulled);
        failures.push({ share, error });
      }
    }
    report(context, pulled);
    if (failures.length > 0) throw notAllPulled(context, { pulled, failures });
    return { reverseShare, pulled, known: received.length - fresh.length };
  },
});

interface PullRequest {
  share: OwnerShare;
  target: string;
  parallel: number | undefined;
}

async function pullShare(
  context: Context,
  client: Client,
  { share, target, parallel }: PullRequest,
): Promise<Pulled> {
  const files = [];
  for await (const file of client.listAllFiles(share.id, { signal: context.signal })) files.push(file);
  const options = { directory: target, ...(parallel === undefined ? {} : { parallel }) };
  const received = { ...share, sender: null };
  await downloadFiles(context, { client, share: received, files, isAll: true, isArchive: false, options });
  return { id: share.id, name: share.name, directory: target, files: files.length, bytes: share.size };
}

/** Names the folder of a share after its name and, so that no two are equal, its id. Other characters become `_`. */
function folderOf({ id, name }: OwnerShare): string {
  const safe = (name ?? '')
    .trim()
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, '_')
    .slice(0, 40)
    .trim();
  return safe === '' ? id : `${safe}-${id}`;
}

/** Prints a share at once: the next run skips it, so a script must learn of it even if a later one fails. */
function print({ options, output }: Context, { directory }: Pulled): void {
  if (!options.json) output.print([path.relative('.', directory) || '.']);
}

/** True if the run was interrupted or the server is unreachable: the other shares would fail too. */
function isAboutAll({ signal }: Context, error: unknown): boolean {
  return (
    signal.aborted || error instanceof HintedError || (error instanceof AppError && error.status === 401)
  );
}

function withPulled(error: unknown, pulled: readonly Pulled[]): unknown {
  if (pulled.length === 0) return error;
  return error instanceof HintedError
    ? new HintedError(error.cause, error.hint, { pulled })
    : new HintedError(error, undefined, { pulled });
}

function report({ output, translator: { t, locale } }: Context, pulled: readonly Pulled[]): void {
  const bytes = pulled.reduce((sum, share) => sum + share.bytes, 0);
  const key = pulled.length === 0 ? 'cli.reverse_share.nothing_new' : 'cli.reverse_share.pulled';
  output.note(t(key, { count: pulled.length, size: formatBytes(locale, bytes) }));
}

interface PullFailure {
  share: OwnerShare;
  error: unknown;
}

function notAllPulled(
  { translator }: Context,
  { pulled, failures }: { pulled: readonly Pulled[]; failures: readonly PullFailure[] },
): Error {
  const problems = failures.map(({ share, error }) => ({
    id: share.id,
    name: forTerminal(share.name ?? share.id),
    problem: errorText(translator, error),
  }));
  const [first] = problems;
  if (!first) throw new Error('no share failed');
  return new CliError({
    exit: 'partial',
    key: 'cli.errors.not_all_pulled',
    params: { count: problems.length, name: first.name, problem: first.problem },
    hint: { key: 'cli.hints.resume_download' },
    details: { pulled, failures: problems },
  });
}

const Note = z.object({ pulled: z.array(z.string()) });

/**
 * Which received shares have been pulled into a folder: what was moved away from there afterwards is not fetched again.
 * It is a file next to them, `.pulled-<id of the reverse share>.json`.
 */
class PullMemory {
  readonly #file: string;
  readonly #pulled: Set<string>;

  private constructor(file: string, pulled: readonly string[]) {
    this.#file = file;
    this.#pulled = new Set(pulled);
  }

  static async open(directory: string, reverseShareId: string): Promise<PullMemory> {
    const file = path.join(directory, `.pulled-${reverseShareId}.json`);
    const text = await readFileIfThere(file);
    return new PullMemory(file, text === null ? [] : readNote(text));
  }

  has(shareId: string): boolean {
    return this.#pulled.has(shareId);
  }

  async add(shareId: string): Promise<void> {
    this.#pulled.add(shareId);
    await writePrivateFile(this.#file, `${JSON.stringify({ pulled: [...this.#pulled] })}\n`);
  }
}

/** Reads the note. If it is damaged, shares are only compared again with the files on the disk. */
function readNote(text: string): readonly string[] {
  try {
    return Note.safeParse(JSON.parse(text)).data?.pulled ?? [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

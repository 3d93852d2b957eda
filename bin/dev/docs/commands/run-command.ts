import { PassThrough, Readable, Writable } from 'node:stream';
import type { Streams } from '../../../../cli/context.ts';
import { runCommandLine } from '../../../../cli/run.ts';

export interface CommandOptions {
  env: NodeJS.ProcessEnv;
  cwd: string;
  stdin?: string | Buffer;
  /** What a person answers, in this order; null: nobody is there. */
  answers?: readonly string[] | null;
}

export interface CommandResult {
  exitCode: number;
  stdout: Buffer;
  stderr: string;
}

/** Runs a command line in this process, as if it were one of its own. */
export async function runCommand(
  argv: readonly string[],
  { env, cwd, stdin = '', answers = null }: CommandOptions,
): Promise<CommandResult> {
  const signals = new AbortController();
  const streams = createStreams({
    stdin,
    answers,
    // It says that it has started, and does not end by itself.
    onSaid: () => void (argv[0] === 'watch' && setTimeout(() => signals.abort(), 100)),
  });
  const leave = enter(env, cwd);
  try {
    const exitCode = await runCommandLine({
      version: '1.2.3',
      argv,
      env,
      streams: streams.streams,
      watchSignals: () => signals.signal,
      loadHost: async () => (await import('../../../../daemon/host.ts')).host,
    });
    return { exitCode, stdout: streams.stdout(), stderr: streams.stderr().toString() };
  } finally {
    leave();
  }
}

const root = process.cwd();

/** Before a folder is removed in which a command has not ended: no other test could run from there. */
export function leaveFolders(): void {
  process.chdir(root);
}

/** Commands on the server's machine read the folder and the variables of the process. Returns what takes them back. */
function enter(env: NodeJS.ProcessEnv, cwd: string): () => void {
  const names = Object.keys(env).filter((name) => /^(FILESHARE_|PG)/.test(name));
  const before = new Map(names.map((name) => [name, process.env[name]]));
  process.chdir(cwd);
  for (const name of names) process.env[name] = env[name];
  return () => {
    leaveFolders();
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

interface StreamOptions extends Required<Pick<CommandOptions, 'stdin' | 'answers'>> {
  onSaid: () => void;
}

interface CommandStreams {
  streams: Streams;
  stdout(): Buffer;
  stderr(): Buffer;
}

/** Streams that look like pipes or, with answers, like those of a terminal whose output is a pipe. */
function createStreams({ stdin, answers, onSaid }: StreamOptions): CommandStreams {
  const waiting = [...(answers ?? [])];
  const keyboard = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const input = answers ? keyboard : Readable.from([Buffer.from(stdin)]);
  const output = collect(() => undefined);
  const errors = collect((text) => {
    onSaid();
    if (!/[?:\]] $/.test(text)) return;
    const answer = waiting.shift();
    // After the question has been written.
    if (answer !== undefined) setImmediate(() => keyboard.write(`${answer}\r`));
  });
  const stderr = Object.assign(errors.stream, answers ? { isTTY: true } : {});
  // What the types promise beyond is absent here too.
  const streams = { stdin: input, stdout: output.stream, stderr } as unknown as Streams;
  return { streams, stdout: output.bytes, stderr: errors.bytes };
}

function collect(onText: (text: string) => void): { stream: Writable; bytes(): Buffer } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      onText(chunk.toString());
      done();
    },
  });
  return { stream, bytes: () => Buffer.concat(chunks) };
}

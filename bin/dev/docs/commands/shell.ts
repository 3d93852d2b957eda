import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startServer } from '../../../../sdk/testing/http-server.ts';
import { type CommandOptions, runCommand } from './run-command.ts';

export interface ShellCommand {
  text: string;
  /** What a person answers to this command. */
  answers?: readonly string[] | undefined;
}

export interface ShellResult {
  exitCode: number | null;
  /** Of the commands that were run; the last one may have failed. */
  outputs: { stdout: string; stderr: string }[];
}

export interface Shell {
  run(commands: readonly ShellCommand[]): Promise<ShellResult>;
  close(): Promise<void>;
}

/** A shell in which this process, which has loaded everything, runs `fileshare`. */
export async function openShell({ folder, env }: { folder: string; env: NodeJS.ProcessEnv }): Promise<Shell> {
  const own = await mkdtemp(path.join(tmpdir(), 'fileshare-shell-'));
  let commands: readonly ShellCommand[] = [];
  // One after the other: each has the folder and the variables of the process.
  let last: Promise<unknown> = Promise.resolve();
  const server = await startServer(async (request, response) => {
    const call = readCall(await buffer(request));
    const answers = commands[call.command]?.answers ?? null;
    last = last.then(() => respond({ ...call, answers }, response));
  });
  return {
    async run(next) {
      commands = next;
      const output = await mkdtemp(path.join(own, 'output-'));
      const script = scriptOf(next, { url: server.url, output });
      // Without a terminal, where programs would ask for passwords.
      const child = spawn('bash', ['-c', script], { cwd: folder, env, stdio: 'ignore', detached: true });
      await once(child, 'close');
      const outputs = await Promise.all(next.map((_, at) => readOutput(output, at)));
      return { exitCode: child.exitCode, outputs: outputs.filter((one) => one !== null) };
    },
    async close() {
      await server.close();
      await rm(own, { recursive: true });
    },
  };
}

function scriptOf(
  commands: readonly ShellCommand[],
  { url, output }: { url: string; output: string },
): string {
  const lines = commands.map(
    ({ text }, at) => `command=${at}\n{ ${text}\n} > '${output}/${at}.out' 2> '${output}/${at}.err'`,
  );
  return `set -eo pipefail
fileshare() {
  local result='${output}'/result-$BASHPID-$SRANDOM
  { printf '%s\\0' "$result" $command "$PWD" $# "$@"; env -0; printf '\\0'; [[ /dev/stdin -ef /dev/null ]] || cat; } |
    curl -sS --noproxy '*' --data-binary @- '${url}'
  printf %s "$(< "$result.err")" >&2
  return "$(< "$result")"
}
fileshare-as-service() { fileshare "$@"; }
${lines.join('\n')}`;
}

interface ShellCall extends Required<Pick<CommandOptions, 'cwd' | 'env' | 'stdin'>> {
  /** File for the exit code; what it says on stderr goes beside it. */
  result: string;
  command: number;
  argv: string[];
}

/** Reads what the function above sends: texts that end with a zero, and the standard input. */
function readCall(request: Buffer): ShellCall {
  let at = 0;
  const next = () => {
    const end = request.indexOf(0, at);
    const text = request.toString('utf8', at, end);
    at = end + 1;
    return text;
  };
  const [result, command, cwd, count] = [next(), Number(next()), next(), Number(next())];
  const argv = Array.from({ length: count }, next);
  const env: NodeJS.ProcessEnv = {};
  for (let pair = next(); pair !== ''; pair = next()) {
    const end = pair.indexOf('=');
    env[pair.slice(0, end)] = pair.slice(end + 1);
  }
  return { result, command, cwd, argv, env, stdin: request.subarray(at) };
}

async function respond(
  { result, argv, ...options }: ShellCall & Pick<CommandOptions, 'answers'>,
  response: ServerResponse,
): Promise<void> {
  const { exitCode, stdout, stderr } = await runCommand(argv, options).catch((error: unknown) => ({
    exitCode: 70,
    stdout: '',
    stderr: String(error),
  }));
  await writeFile(`${result}.err`, stderr);
  await writeFile(result, String(exitCode));
  response.end(stdout);
}

async function readOutput(folder: string, at: number): Promise<ShellResult['outputs'][number] | null> {
  const read = (kind: string) => readFile(path.join(folder, `${at}.${kind}`), 'utf8');
  try {
    return { stdout: await read('out'), stderr: await read('err') };
  } catch {
    // It was not reached.
    return null;
  }
}

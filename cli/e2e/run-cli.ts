import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { executable } from './server.ts';

export interface CliResult {
  /** Null when a signal ended it. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  env: NodeJS.ProcessEnv;
  cwd?: string;
  stdin?: string;
}

export interface RunningCli {
  child: ChildProcess;
  result: Promise<CliResult>;
  /** Resolves when stderr has said it. */
  said(words: string): Promise<void>;
  /** What stderr says that fits, as soon as it does. */
  find(pattern: RegExp): Promise<string>;
}

/** The document of `--json`, as far as tests look at it. */
export interface JsonDocument {
  url: string;
  resumed: number;
  bytes: number;
  share: { url: string };
  shares: unknown[];
  files: { path: string }[];
  error: { code: string; hint: string };
}

/** Reads the one document on stdout. */
export function readJson({ stdout }: Pick<CliResult, 'stdout'>): JsonDocument {
  return JSON.parse(stdout) as JsonDocument;
}

/** Reads the documents of JSON lines. */
export function readJsonLines({ stdout }: Pick<CliResult, 'stdout'>): unknown[] {
  const lines = stdout.trimEnd().split('\n');
  return lines.map((line): unknown => JSON.parse(line));
}

/** Runs `fileshare` to its end. */
export function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  return startCli(args, options).result;
}

export function startCli(args: readonly string[], { env, cwd, stdin = '' }: CliOptions): RunningCli {
  const child = spawn(process.execPath, [executable, ...args], { env, cwd, stdio: 'pipe' });
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = once(child, 'close');
  /** Looks again whenever there is more. */
  const waitFor = <T>(look: () => T | undefined, wanted: string) =>
    new Promise<T>((resolve, reject) => {
      const check = () => {
        const found = look();
        if (found !== undefined) resolve(found);
      };
      check();
      child.stderr.on('data', check);
      child.once('close', () => reject(new Error(`it ended without saying ${wanted}: ${stderr}`)));
    });
  return {
    child,
    result: (async () => {
      const stdout = await text(child.stdout);
      await ended;
      return { exitCode: child.exitCode, stdout, stderr };
    })(),
    said: async (words) => {
      await waitFor(() => stderr.includes(words) || undefined, `"${words}"`);
    },
    find: (pattern) => waitFor(() => pattern.exec(stderr)?.[0], String(pattern)),
  };
}

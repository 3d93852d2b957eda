import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { executable } from './server.ts';

/** What the screen asks, and what the person types then; a key is pressed without Enter. */
export type Answer = readonly [
  question: string,
  answer: string | { key: string } | (() => string | Promise<string>),
];

export interface TerminalResult {
  exitCode: number | null;
  /** Everything that was on the screen: stdout, stderr and the echo of what was typed. */
  screen: string;
}

/** Runs `fileshare` on a pseudo-terminal, which `script` of util-linux makes, with a person who answers. */
export async function runOnTerminal(
  args: readonly string[],
  { env, cwd, answers }: { env: NodeJS.ProcessEnv; cwd: string; answers: readonly Answer[] },
): Promise<TerminalResult> {
  const command = [process.execPath, executable, ...args].map(quote).join(' ');
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    env: { ...env, TERM: 'xterm', SHELL: '/bin/sh' },
    cwd,
    stdio: 'pipe',
  });
  const waiting = [...answers];
  let screen = '';
  let answered = 0;
  const answerNext = () => {
    const [question, answer] = waiting[0] ?? [];
    const position = question === undefined ? -1 : screen.indexOf(question, answered);
    if (question === undefined || answer === undefined || position === -1) return;
    waiting.shift();
    answered = position + question.length;
    if (typeof answer === 'object') {
      child.stdin.write(answer.key);
      return;
    }
    void Promise.resolve(typeof answer === 'string' ? answer : answer()).then((text) => {
      child.stdin.write(`${text}\r`);
    });
  };
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
    answerNext();
  });
  await once(child, 'close');
  if (waiting.length > 0) throw new Error(`never asked: ${waiting[0]?.[0]}\n${screen}`);
  return { exitCode: child.exitCode, screen };
}

/**
 * Runs `fileshare` on a pseudo-terminal that is closed as soon as the screen says something, and resolves with the exit
 * code that its shell sees.
 */
export async function closeTerminal(
  args: readonly string[],
  { env, cwd, when }: { env: NodeJS.ProcessEnv; cwd: string; when: RegExp },
): Promise<number> {
  const exit = path.join(cwd, `exit-${randomUUID()}`);
  const command = [process.execPath, executable, ...args].map(quote).join(' ');
  // Like an interactive shell, it hears of the end first and tells its jobs. The first wait ends with that.
  const script = [
    `exec 3<&0; ${command} <&3 & pid=$!`,
    `trap 'kill -HUP $pid' HUP; wait $pid; wait $pid`,
    `echo $? > ${quote(exit)}.part; mv ${quote(exit)}.part ${quote(exit)}`,
  ].join('\n');
  const child = spawn('script', ['-qfc', script, '/dev/null'], {
    env: { ...env, TERM: 'xterm', SHELL: '/bin/sh' },
    cwd,
    stdio: 'pipe',
  });
  let screen = '';
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
    if (when.test(screen)) child.kill('SIGKILL');
  });
  await once(child, 'close');
  for (let wait = 0; wait < 500; wait++) {
    const code = await readFile(exit, 'utf8').catch(() => null);
    if (code !== null) return Number(code);
    await delay(20);
  }
  throw new Error(`it did not end: ${screen}`);
}

function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

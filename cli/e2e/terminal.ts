import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

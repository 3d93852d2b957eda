import { spawn } from 'node:child_process';
import type { Context } from '../context.ts';

interface Program {
  command: string;
  args: readonly string[];
  /** Works only with this variable: without a screen, the program would fail or wait. */
  needs?: 'WAYLAND_DISPLAY' | 'DISPLAY';
}

const programs: Partial<Record<NodeJS.Platform, readonly Program[]>> = {
  darwin: [{ command: 'pbcopy', args: [] }],
  win32: [{ command: 'clip', args: [] }],
};
const otherPrograms: readonly Program[] = [
  { command: 'wl-copy', args: [], needs: 'WAYLAND_DISPLAY' },
  { command: 'xclip', args: ['-selection', 'clipboard'], needs: 'DISPLAY' },
  { command: 'xsel', args: ['--clipboard', '--input'], needs: 'DISPLAY' },
];

/** Milliseconds after which a program that does not end has failed. */
const patience = 3000;

/**
 * - `copied`: a program of this machine has the text
 * - `asked`: the terminal was asked to copy it; it does not say whether it did
 * - `failed`: there is neither
 */
export type CopyOutcome = 'copied' | 'asked' | 'failed';

/** Copies text to the clipboard of the person at the terminal, which over SSH is on another machine. */
export async function copyToClipboard(
  { env, streams }: Pick<Context, 'env' | 'streams'>,
  text: string,
): Promise<CopyOutcome> {
  const isRemote = Boolean(env['SSH_CONNECTION'] || env['SSH_TTY']);
  for (const program of isRemote ? [] : (programs[process.platform] ?? otherPrograms)) {
    const isUsable = program.needs === undefined || env[program.needs];
    if (isUsable && (await runProgram(program, text, env))) return 'copied';
  }
  const terminal = [streams.stderr, streams.stdout].find((stream) => stream.isTTY);
  if (!terminal || env['TERM'] === 'dumb') return 'failed';
  // OSC 52, the escape sequence of xterm that sets the clipboard.
  terminal.write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`);
  return 'asked';
}

function runProgram({ command, args }: Program, text: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    // Some stay in the background to serve the clipboard, and must not keep our output open.
    const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'ignore'], timeout: patience, env });
    child.on('error', () => resolve(false)).on('exit', (code) => resolve(code === 0));
    child.stdin.on('error', () => {}).end(text);
  });
}

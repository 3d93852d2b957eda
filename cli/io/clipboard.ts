import { spawn } from 'node:child_process';
import type { Context } from '../context.ts';

/** Programs that take the text on stdin, in the order in which they are tried. */
const programs: Partial<Record<NodeJS.Platform, readonly (readonly string[])[]>> = {
  darwin: [['pbcopy']],
  win32: [['clip']],
  linux: [['wl-copy'], ['xclip', '-selection', 'clipboard'], ['xsel', '--input', '--clipboard']],
};

/**
 * Copies text to the clipboard. Without a program for it, as over SSH, the terminal is asked to (OSC 52), which says
 * nothing about whether it did. False when there is no terminal either.
 */
export async function copyToClipboard(
  { env, streams: { stderr } }: Pick<Context, 'env' | 'streams'>,
  text: string,
): Promise<boolean> {
  const hasScreen = process.platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY'];
  for (const [program = '', ...args] of hasScreen ? (programs[process.platform] ?? []) : []) {
    if (await pipeInto(program, { args, env, text })) return true;
  }
  if (!stderr.isTTY) return false;
  stderr.write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`);
  return true;
}

interface Piped {
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  text: string;
}

function pipeInto(program: string, { args, env, text }: Piped): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
    child.on('error', () => resolve(false)).on('close', (code) => resolve(code === 0));
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
}

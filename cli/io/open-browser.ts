import { spawn } from 'node:child_process';
import type { Context } from '../context.ts';

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  // Not `cmd /c start`, to which `&` in an address is a command.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser. False when there is none, as on a machine without a screen. */
export async function openBrowser({ env }: Pick<Context, 'env'>, url: string): Promise<boolean> {
  const [command = 'xdg-open', ...args] = openers[process.platform] ?? [];
  const hasScreen = env['DISPLAY'] || env['WAYLAND_DISPLAY'];
  if (process.platform === 'linux' && !hasScreen) return false;
  return new Promise((resolve) => {
    spawn(command, [...args, url], { stdio: 'ignore', detached: true, env })
      .on('error', () => resolve(false))
      .on('spawn', () => resolve(true))
      .unref();
  });
}

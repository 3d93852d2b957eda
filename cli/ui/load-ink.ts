import type * as Ink from 'ink';

/**
 * Loads Ink for what is drawn on `stderr`. Its colours are decided at load time and by stdout, which may be a pipe while
 * stderr is the terminal: so they are decided here. `getColorDepth` honours `NO_COLOR`, `FORCE_COLOR` and `TERM`.
 */
export async function loadInk(stderr: NodeJS.WriteStream): Promise<typeof Ink> {
  const depth = stderr.getColorDepth();
  process.env['FORCE_COLOR'] = String(depth >= 24 ? 3 : depth >= 8 ? 2 : depth >= 4 ? 1 : 0);
  return import('ink');
}

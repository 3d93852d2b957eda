import { putPath } from '#sdk/contract/uploads.js';
import type { Context } from './context.ts';

/** Whether a file is sent by `PUT`, with a program that shows people what it is answered. */
export const isPut = (ctx: Context): boolean => ctx.path.startsWith(`${putPath}/`);

/** Whether to answer such a program with text instead of JSON: `curl` accepts everything. */
export function prefersText(ctx: Context): boolean {
  return isPut(ctx) && ctx.accepts('text/plain', 'application/json') !== 'application/json';
}

/** Answers with one line of text. */
export function sendLine(ctx: Context, text: string): void {
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = `${text.replaceAll(/\s+/g, ' ')}\n`;
}

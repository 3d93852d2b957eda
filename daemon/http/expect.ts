import type { Context } from './context.ts';

/** Tells a client that asked first (`Expect: 100-continue`) to send the body. */
export function sendContinue(ctx: Context): void {
  if (ctx.get('expect').toLowerCase() === '100-continue') ctx.res.writeContinue();
}

import type { FakeClock } from './fake-clock.ts';
import type { TestApp } from './start-app.ts';

const step = 3_600_000;

/** Lets time pass for a running server, which observes the clock regularly, so that nothing jumps. */
export async function letTimePass({ app }: TestApp, clock: FakeClock, milliseconds: number): Promise<void> {
  await app.core.clockWatch.observe();
  for (let left = milliseconds; left > 0; left -= step) {
    clock.advance(Math.min(step, left));
    await app.core.clockWatch.observe();
  }
}

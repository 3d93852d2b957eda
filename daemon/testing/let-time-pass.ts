import type { FakeClock } from './fake-clock.ts';
import type { TestApp } from './start-app.ts';

const step = 3_600_000;

/** Time passes below a running server, which looks at the clock again and again: nothing has jumped. */
export async function letTimePass({ app }: TestApp, clock: FakeClock, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= step) {
    clock.advance(Math.min(step, left));
    await app.core.clockWatch.observe();
  }
}

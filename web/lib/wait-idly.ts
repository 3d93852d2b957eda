/**
 * Waits in steps, so that a task that takes longer than a step counts as one: a slow processor that is still working on
 * something is given the time.
 */
export async function waitIdly(milliseconds: number, step = 20): Promise<void> {
  for (let waited = 0; waited < milliseconds; waited += step) {
    await new Promise((resolve) => setTimeout(resolve, step));
  }
}

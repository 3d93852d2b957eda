import type { Reporter, TestModule } from 'vitest/node';

/** Ends every run with one line, `N passed, N failed`, that people and scripts can read. */
class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    // A file that does not load has no tests, and an error outside of any test fails the run too.
    const broken = modules.filter(
      (module) => module.state() === 'failed' && module.errors().length > 0,
    ).length;
    const skipped = count('skipped');
    if (skipped > 0) process.stdout.write(`${skipped} skipped\n`);
    process.stdout.write(
      `${count('passed')} passed, ${count('failed') + broken + unhandledErrors.length} failed\n`,
    );
  }
}

// Vitest loads a reporter by its default export.
export default SummaryReporter;

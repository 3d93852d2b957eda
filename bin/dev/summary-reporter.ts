import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { explainSkipped } from './missing-programs.ts';

/** Ends every run with what was skipped and why, which tests are flaky, and one line, `N passed, N failed`, for people and scripts. */
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
    const withSkipped = new Set(
      tests.filter((test) => test.result().state === 'skipped').map((test) => test.module.moduleId),
    );
    for (const line of explainSkipped([...withSkipped].map((id) => relative(process.cwd(), id)))) {
      process.stdout.write(`${line}\n`);
    }
    for (const test of tests.filter((each) => each.diagnostic()?.flaky)) {
      const [error] = test.result().errors ?? [];
      process.stdout.write(
        `passed when repeated: ${test.module.relativeModuleId} > ${test.fullName}: ${error?.message}\n`,
      );
    }
    process.stdout.write(
      `${count('passed')} passed, ${count('failed') + broken + unhandledErrors.length} failed\n`,
    );
  }
}

// Vitest loads a reporter by its default export.
export default SummaryReporter;

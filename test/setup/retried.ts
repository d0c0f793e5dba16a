/** Names the tests that passed only when repeated (`--retry`): they have a fault to mend, in the test or in Longwave. */
import type { Reporter, TestModule } from "vitest/node";

export class Retried implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const test of module.children.allTests())
        if (test.diagnostic()?.flaky === true)
          console.warn(`Retried: ${module.relativeModuleId}: ${test.fullName}`);
  }
}

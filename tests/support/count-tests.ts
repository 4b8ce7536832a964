import { appendFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/** Appends the numbers of passed, failed, and skipped tests to a file, which `.ci/run` sums up. */
export function countTests(file: string): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const count = (state: "passed" | "skipped"): number =>
        modules.reduce((sum, module) => sum + [...module.children.allTests(state)].length, 0);
      const failed = modules.reduce((sum, module) => sum + failuresOf(module), 0);
      const counts = [count("passed"), failed + unhandledErrors.length, count("skipped")];
      appendFileSync(file, `${counts.join(" ")}\n`);
    },
  };
}

/** A file or hook that fails is a failure, even if no test could run. */
function failuresOf(module: TestModule): number {
  const failed = [...module.children.allTests("failed")].length;
  return failed === 0 && module.state() === "failed" ? 1 : failed;
}

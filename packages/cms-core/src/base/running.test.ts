import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { isRunning } from "./running.ts";

test("tells running processes from ended ones and from text that is no process ID", () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  expect(isRunning(process.pid)).toBe(true);
  // Process 1 belongs to another user unless the test runs as root.
  expect(isRunning(1)).toBe(true);
  expect(isRunning(pid)).toBe(false);
  expect(isRunning(Number.NaN)).toBe(false);
});

import { expect } from "vitest";

/** Linear work on the longest inputs takes a fraction of it even on a busy machine, quadratic work minutes. */
const BOUND_MS = 5000;

/**
 * Fails if work on a long input takes out of all proportion, as with backtracking and repeated scans. Counts CPU time
 * of this process, and proves nothing about speed.
 */
export async function expectNoBlowup(work: () => unknown): Promise<void> {
  const before = process.cpuUsage();
  await work();
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(BOUND_MS);
}

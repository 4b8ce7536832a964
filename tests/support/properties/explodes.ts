/** Linear work on the longest inputs takes a fraction of it even on a busy machine, quadratic work minutes. */
const BOUND_MS = 5000;

/**
 * Returns whether work on a long input takes out of all proportion, as with backtracking and repeated scans. Counts CPU
 * time of this process, which says nothing about speed.
 */
export async function explodes(work: () => unknown): Promise<boolean> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user / 1000 > BOUND_MS;
}

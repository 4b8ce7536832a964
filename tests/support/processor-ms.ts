/**
 * Measures the CPU milliseconds of some work: the minimum of three runs, because garbage collection, compilation, and
 * other load affect single runs.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const before = process.cpuUsage();
    await work();
    times.push(process.cpuUsage(before).user / 1000);
  }
  return Math.min(...times);
}

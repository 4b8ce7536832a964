/**
 * Milliseconds of processor time that a piece of work takes: the least of three times, as the collector or the
 * compiler of the engine, or another program on the same core, takes its share of one or two.
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

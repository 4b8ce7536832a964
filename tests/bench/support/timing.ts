import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Measures a duration in milliseconds. */
export async function timeMs(work: () => Promise<unknown> | undefined): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * The cheapest durable write: creates a small file, fsyncs and renames it, and fsyncs its folder. Returns a function
 * that does this once and returns the milliseconds.
 */
export function durableWriteFloor(folder: string): () => number {
  const handle = openSync(folder, "r");
  const text = `${"x".repeat(40)}\n`;
  let count = 0;
  return () => {
    count += 1;
    const path = join(folder, `floor-${count}`);
    const start = performance.now();
    const file = openSync(`${path}.new`, "wx");
    writeSync(file, text);
    fsyncSync(file);
    closeSync(file);
    renameSync(`${path}.new`, path);
    fsyncSync(handle);
    return performance.now() - start;
  };
}

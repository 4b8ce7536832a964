import { readdirSync, readFileSync } from "node:fs";

/** Resources held by a process at a time. */
export interface Sample {
  readonly atMs: number;
  /** Resident memory. */
  readonly megabytes: number;
  /** Open files, including sockets and pipes. */
  readonly files: number;
}

export function measureProcess(pid: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return {
    atMs: performance.now(),
    megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    files: readdirSync(`/proc/${pid}/fd`).length,
  };
}

const HOUR_MS = 3_600_000;

/** Returns the growth per hour: the slope of the least-squares line. */
export function slopeAnHour(samples: readonly Sample[], of: "megabytes" | "files"): number {
  const hours = samples.map(({ atMs }) => atMs / HOUR_MS);
  const [meanHour, meanValue] = [mean(hours), mean(samples.map((sample) => sample[of]))];
  let over = 0;
  let under = 0;
  for (const [index, sample] of samples.entries()) {
    const away = (hours[index] ?? 0) - meanHour;
    over += away * (sample[of] - meanValue);
    under += away ** 2;
  }
  return over / under;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

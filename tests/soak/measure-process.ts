import { readdirSync, readFileSync } from "node:fs";

/** What a process holds at a time. */
export interface Sample {
  readonly atMs: number;
  /** Resident. */
  readonly megabytes: number;
  /** Open files, sockets and pipes among them. */
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

/** By how much it grows in an hour: the slope of the line with the least squares. */
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

import { readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;

/** Returns the CPU time of a process in seconds. */
export function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The command in parentheses can contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user = 0, system = 0] = [11, 12].map((at) => Number(fields[at]));
  return (user + system) / TICKS_A_SECOND;
}

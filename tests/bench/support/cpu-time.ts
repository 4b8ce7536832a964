import { readdirSync, readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;

/** Returns the CPU time of a process in seconds. */
export function cpuSecondsOf(pid: number): number {
  const [, , user = 0, system = 0] = statOf(pid);
  return (user + system) / TICKS_A_SECOND;
}

/** Returns the CPU time of a process and its descendants, including ended ones. */
export function cpuSecondsOfFamily(pid: number): number {
  const [, , user = 0, system = 0, endedUser = 0, endedSystem = 0] = statOf(pid);
  const own = (user + system + endedUser + endedSystem) / TICKS_A_SECOND;
  return childrenOf(pid).reduce((sum, child) => sum + cpuSecondsOf(child), own);
}

function childrenOf(pid: number): readonly number[] {
  const running = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return running.map(Number).filter((one) => parentOf(one) === pid);
}

function parentOf(pid: number): number | undefined {
  try {
    return statOf(pid)[0];
  } catch {
    // It has ended since it was listed.
    return undefined;
  }
}

/** Returns parent, session, and ticks of user and system time, followed by those of ended children. */
function statOf(pid: number): readonly number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The command in parentheses can contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return [1, 3, 11, 12, 13, 14].map((at) => Number(fields[at]));
}

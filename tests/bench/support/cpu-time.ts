import { readdirSync, readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;

/** Processor time of a process until now, in seconds: what others do on the machine is not in it. */
export function cpuSecondsOf(pid: number): number {
  const [, , user = 0, system = 0] = statOf(pid);
  return (user + system) / TICKS_A_SECOND;
}

/** The same of a process and of those that it started, also of those that have ended since. */
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

/** Parent, session, and the ticks of user and system time, then of children that have ended. */
function statOf(pid: number): readonly number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The command, in parentheses, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return [1, 3, 11, 12, 13, 14].map((at) => Number(fields[at]));
}

import { readFileSync } from "node:fs";

/**
 * Process number, start time and boot: a restarted container gives the same number to the next
 * process. Empty when there is no such process on this machine; where there is no /proc, the number alone.
 */
export function processIdentity(pid: number): string {
  const boot = readText("/proc/sys/kernel/random/boot_id").trim();
  const stat = readText(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses and may hold spaces.
  const started = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  if (started !== undefined) return `${pid} ${started} ${boot}`;
  if (boot !== "") return "";
  try {
    process.kill(pid, 0);
    return `${pid} `;
  } catch {
    return "";
  }
}

/** Whether the process of this machine that identified itself so lives. */
export function livesHere(identity: string): boolean {
  const pid = Number(/^(\d+) /.exec(identity)?.[1] ?? 0);
  return pid > 0 && processIdentity(pid) === identity;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

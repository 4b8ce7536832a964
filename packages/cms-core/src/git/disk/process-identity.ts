import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { isRunning } from "../../base/running.ts";

/** The initial PID namespace of a machine. Containers have others. */
const FIRST_PID_NAMESPACE = "pid:[4026531836]";
/** Unit of times in `/proc`, regardless of the kernel's own tick rate. */
const TICKS_PER_SECOND = 100;

/**
 * Returns process number, start time, and boot id, because a restarted container reuses process numbers. Empty if there
 * is no such process on this machine; only the number on systems without `/proc`.
 */
export function processIdentity(pid: number): string {
  const boot = readText("/proc/sys/kernel/random/boot_id").trim();
  const started = startedTicks(pid);
  if (started !== undefined) return `${pid} ${started} ${boot}`;
  if (boot !== "") return "";
  return isRunning(pid) ? `${pid} ` : "";
}

/** Whether the process with this identity is alive on this machine. */
export function isRunningHere(identity: string): boolean {
  const pid = Number(/^(\d+) /.exec(identity)?.[1] ?? 0);
  return pid > 0 && processIdentity(pid) === identity;
}

/** A process running on this machine. */
export interface RunningProcess {
  /** First 15 characters of its name. */
  readonly name: string;
  /** Each argument ends with a NUL character. */
  readonly command: string;
  /** Accurate to about a second. */
  readonly startedMs: number;
  /** Files that it has open, as far as its owner allows this process to see. */
  readonly openFiles: () => readonly string[];
}

/** Returns all visible processes; none on systems without `/proc`. */
export function runningProcesses(): RunningProcess[] {
  const bootMs = Number(/^btime (\d+)$/m.exec(readText("/proc/stat"))?.[1] ?? 0) * 1000;
  const pids = readFolder("/proc").flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []));
  return pids.flatMap((pid) => {
    const started = startedTicks(pid);
    if (started === undefined) return [];
    return {
      name: readText(`/proc/${pid}/comm`).trim(),
      command: readText(`/proc/${pid}/cmdline`),
      startedMs: bootMs + (Number(started) / TICKS_PER_SECOND) * 1000,
      openFiles: () =>
        readFolder(`/proc/${pid}/fd`).map((file) => readLink(`/proc/${pid}/fd/${file}`)),
    };
  });
}

/** False in a container, where invisible processes of the machine may use the same files. */
export function seesAllProcesses(): boolean {
  return readLink("/proc/self/ns/pid") === FIRST_PID_NAMESPACE && readText("/proc/1/stat") !== "";
}

/** Also undefined for a zombie process. */
function startedTicks(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  // The second field is the process name in parentheses, which can contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" ? undefined : fields[19];
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

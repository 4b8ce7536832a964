import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The one that a machine begins with; containers have others. */
const FIRST_PID_NAMESPACE = "pid:[4026531836]";
/** In which `/proc` counts times, whatever the kernel's own clock. */
const TICKS_PER_SECOND = 100;

/**
 * Process number, start time and boot: a restarted container gives the same number to the next
 * process. Empty when there is no such process on this machine; where there is no /proc, the number alone.
 */
export function processIdentity(pid: number): string {
  const boot = readText("/proc/sys/kernel/random/boot_id").trim();
  const started = startedTicks(pid);
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

/** A program that runs on this machine. */
export interface RunningProcess {
  /** At most 15 characters of its name. */
  readonly name: string;
  /** Each argument ends in a zero. */
  readonly command: string;
  /** Give or take a second. */
  readonly startedMs: number;
  /** The files that it has open, as far as its owner lets this process know. */
  readonly openFiles: () => readonly string[];
}

/** Every process that is seen from here; none where there is no /proc. */
export function runningProcesses(): RunningProcess[] {
  const bootMs = Number(/^btime (\d+)$/m.exec(readText("/proc/stat"))?.[1] ?? 0) * 1000;
  const pids = list("/proc").flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []));
  return pids.flatMap((pid) => {
    const started = startedTicks(pid);
    if (started === undefined) return [];
    return {
      name: readText(`/proc/${pid}/comm`).trim(),
      command: readText(`/proc/${pid}/cmdline`),
      startedMs: bootMs + (Number(started) / TICKS_PER_SECOND) * 1000,
      openFiles: () => list(`/proc/${pid}/fd`).map((file) => readLink(`/proc/${pid}/fd/${file}`)),
    };
  });
}

/** False in a container, where the machine's other processes may use the same files unseen. */
export function seesAllProcesses(): boolean {
  return readLink("/proc/self/ns/pid") === FIRST_PID_NAMESPACE && readText("/proc/1/stat") !== "";
}

/** Undefined also for a process that has ended and is only waited for. */
function startedTicks(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses and may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" ? undefined : fields[19];
}

function list(folder: string): string[] {
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

import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { isRunning } from "@loam/cms-core/program";

/** Distinguishes a process from a later one with the same PID. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in clock ticks; `""` if the system doesn't report it. */
  readonly start: string;
  readonly boot: string;
}

export function identifyProcess(pid: number): ProcessIdentity {
  return {
    pid,
    start: startOf(pid) ?? "",
    boot: readText("/proc/sys/kernel/random/boot_id") ?? "",
  };
}

/** Whether it is alive. A zombie still has its PID but isn't alive. */
export function isSameProcess(known: ProcessIdentity): boolean {
  if (!isRunning(known.pid) || /^[ZX]/.test(fieldsOf(known.pid)[0] ?? "")) return false;
  const now = identifyProcess(known.pid);
  return now.start === known.start && now.boot === known.boot;
}

/** The 22nd field of its line. */
function startOf(pid: number): string | undefined {
  return fieldsOf(pid)[19];
}

/** Fields from the third on, its state: split after the name, which can contain spaces and parentheses. */
function fieldsOf(pid: number): readonly string[] {
  const line = readText(`/proc/${pid}/stat`) ?? "";
  return line.slice(line.lastIndexOf(")") + 2).split(" ");
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1").trim();
  } catch {
    return undefined;
  }
}

/** Signals a process group. Does nothing if it is gone. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It is gone.
  }
}

/**
 * Asks all processes of a command to terminate. In a PID namespace, signals the processes inside but not the wrapper,
 * whose end would kill them before they can clean up.
 */
export function askToEnd(pid: number): void {
  const inside = descendantsOf(pid).filter((one) => {
    const numbers = namespaceNumbers(one);
    return numbers.length > namespaceNumbers(process.pid).length && numbers.at(-1) !== "1";
  });
  if (inside.length === 0) return signalGroup(pid, "SIGTERM");
  for (const one of inside) signalProcess(one, "SIGTERM");
}

function descendantsOf(pid: number): readonly number[] {
  const children = Map.groupBy(processes(), (one) => Number(fieldsOf(one)[1]));
  const found: number[] = [];
  for (let next = [pid]; next.length > 0;) {
    next = next.flatMap((one) => children.get(one) ?? []);
    found.push(...next);
  }
  return found;
}

/** PIDs of a process, from this namespace to its own. */
function namespaceNumbers(pid: number): readonly string[] {
  const [, numbers = ""] = /^NSpid:\s*(.*)$/m.exec(readText(`/proc/${pid}/status`) ?? "") ?? [];
  return numbers.split(/\s+/);
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone.
  }
}

/** A killed process takes a moment to disappear, and processes it has just started are found in the next round. */
const ROUNDS = 50;
const ROUND_MS = 20;

/**
 * Kills what a run started, including processes that left its group: everything with the run's id in its environment.
 * Without `/proc`, only the group is known.
 */
export async function killStrays(runId: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const strays = findStrays(runId);
    if (strays.length === 0) return;
    for (const pid of strays) signalProcess(pid, "SIGKILL");
    await wait(ROUND_MS);
  }
}

function findStrays(runId: string): readonly number[] {
  const mark = `LOAM_RUN=${runId}`;
  return processes().filter(
    (pid) =>
      pid !== process.pid && readText(`/proc/${pid}/environ`)?.split("\0").includes(mark) === true,
  );
}

function processes(): readonly number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

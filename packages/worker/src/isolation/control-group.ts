import { accessSync, constants, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Mount points of control groups version 2: alone, or next to version 1. */
const MOUNTS = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"];

/**
 * Returns the control group of this process, in which its user can create others.
 *
 * @throws Error that names what is missing
 */
export function ownControlGroup(): string {
  const path = /^0::(\/.*)$/m.exec(readFileSync("/proc/self/cgroup", "latin1"))?.[1];
  const mount = MOUNTS.find((folder) => canRead(join(folder, "cgroup.controllers")));
  if (path === undefined || mount === undefined) {
    throw new Error("control groups of version 2 are not mounted");
  }
  const folder = join(mount, path);
  accessSync(folder, constants.W_OK);
  return folder;
}

function canRead(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Creates the control group of one run. @throws the system's error, also if groups cannot be killed as a whole */
export function createControlGroup(parent: string, runId: string): string {
  const folder = controlGroupOf(parent, runId);
  mkdirSync(folder, { recursive: true });
  accessSync(join(folder, "cgroup.kill"), constants.W_OK);
  return folder;
}

function controlGroupOf(parent: string, runId: string): string {
  return join(parent, `loam-${runId}`);
}

const ROUNDS = 250;
const ROUND_MS = 20;

/** Kills all processes in a run's control group and removes the group. Does nothing if it is already gone. */
export async function endControlGroup(parent: string, runId: string): Promise<void> {
  const folder = controlGroupOf(parent, runId);
  for (let round = 0; round < ROUNDS; round += 1) {
    try {
      writeFileSync(join(folder, "cgroup.kill"), "1");
      rmdirSync(folder);
      return;
    } catch (error) {
      if (!canRead(folder)) return;
      if (round === ROUNDS - 1) throw error;
    }
    await wait(ROUND_MS);
  }
}

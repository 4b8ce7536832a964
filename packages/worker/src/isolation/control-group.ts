import { accessSync, constants, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Where control groups of version 2 are mounted: alone, or next to those of version 1. */
const MOUNTS = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"];

/**
 * The control group of this process, in which its user can create others.
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

/** Creates the control group of one run. @throws what the system says, also where groups cannot be killed as a whole */
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

/** Kills everything in a run's control group and removes the group; one that is gone already is fine. */
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

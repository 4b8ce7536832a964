import { readdirSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { isRunning } from "@loam/cms-core/program";

/** Creates a folder for one copy of a remote, after removing those of killed processes. */
export async function makeScratch(scratch: string): Promise<string> {
  for (const name of readdirSync(scratch)) {
    if (name.startsWith("git-") && !isCreatorAlive(name)) {
      rmSync(join(scratch, name), { recursive: true, force: true });
    }
  }
  return mkdtemp(join(scratch, `git-${process.pid}-`));
}

/** Whether the process that created a folder is alive: its PID follows the first hyphen of the name. */
export function isCreatorAlive(name: string): boolean {
  return isRunning(Number(name.split("-")[1]));
}

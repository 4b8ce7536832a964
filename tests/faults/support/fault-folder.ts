import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The model decides what reaches the disk, so the files can be in memory. */
const PLACE = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Returns a path in a temporary folder, which is removed with all its content after the test. */
export async function faultFolder(): Promise<string> {
  const folder = await mkdtemp(join(PLACE, "loam-faults-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return join(folder, "base");
}

import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** What reaches the disk is a model's to say, so the files may as well be in memory. */
const PLACE = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A path for a folder in one of its own, which is removed with all that is beside it when the test ends. */
export async function faultFolder(): Promise<string> {
  const folder = await mkdtemp(join(PLACE, "loam-faults-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return join(folder, "base");
}

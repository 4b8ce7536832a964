import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * Creates an empty folder that is removed when the test ends.
 *
 * @param finished - Registers its removal, for a folder shared by several tests.
 */
export async function temporaryFolder(
  name: string = "loam",
  finished: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  finished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

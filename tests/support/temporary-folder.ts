import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * An empty folder that is removed when the test ends.
 *
 * @param finished - Takes what removes it, for a folder that several tests share.
 */
export async function temporaryFolder(
  name: string = "loam",
  finished: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  finished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

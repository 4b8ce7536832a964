import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, vi } from "vitest";

const execute = promisify(execFile);
const FSCK = ["fsck", "--full", "--strict", "--no-dangling", "--no-progress"];

/**
 * Checks that Git finds no problems. A repack can outlive a killed server and remove packs during the check, so it is
 * repeated; real damage persists.
 */
export async function expectSound(gitDir: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { stdout } = await execute("git", ["--git-dir", gitDir, ...FSCK]);
      expect(stdout).toBe("");
    },
    { timeout: 60_000, interval: 500 },
  );
}

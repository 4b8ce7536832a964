import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, vi } from "vitest";

const execute = promisify(execFile);
const FSCK = ["fsck", "--full", "--strict", "--no-dangling", "--no-progress"];

/**
 * Git finds nothing wrong with a repository. Beside a repack, which outlives the server that was killed, a pack may go
 * while git looks at it; what is broken stays so.
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

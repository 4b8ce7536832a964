import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createRepository } from "../disk/create-repository.ts";
import type { GitRepository } from "./repository.ts";

/**
 * Makes a bare repository whose branches stand where those of another do. It reads that one's objects and
 * has none of its own until something is committed to it, which the other never sees.
 */
export async function shareRepository(
  from: Pick<GitRepository, "gitDir" | "resolveRef">,
  gitDir: string,
  branches: readonly string[],
): Promise<void> {
  await createRepository(gitDir);
  await writeFile(join(gitDir, "objects/info/alternates"), `${join(from.gitDir, "objects")}\n`);
  for (const branch of branches) {
    const commit = await from.resolveRef(branch);
    if (commit !== undefined) await writeFile(join(gitDir, branch), `${commit}\n`);
  }
}

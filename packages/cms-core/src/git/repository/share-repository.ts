import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createRepository } from "../disk/create-repository.ts";
import type { GitRepository } from "./repository.ts";

/**
 * Creates a bare repository with the same branches as another. It reads the other's objects. New commits are stored
 * only in the new repository, and the other never sees them.
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

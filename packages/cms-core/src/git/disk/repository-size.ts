import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** How much a repository holds. */
interface RepositorySize {
  readonly packs: number;
  /** Of the packs and what stands beside them. */
  readonly bytes: number;
}

/** What a repository takes of the disk; nothing for one that is not there. */
export async function repositorySize(gitDir: string): Promise<RepositorySize> {
  const folder = join(gitDir, "objects", "pack");
  const names = await readdir(folder).catch(() => []);
  // A repack removes some meanwhile.
  const sizes = names.map(
    async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size,
  );
  return {
    packs: names.filter((name) => name.endsWith(".pack")).length,
    bytes: (await Promise.all(sizes)).reduce((sum: number, size) => sum + (size ?? 0), 0),
  };
}

import { eachFile } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";

/** Working content: drafts and schema. */
export const MAIN = "refs/heads/main";

/** Live content and its ledger; only a publish writes it. */
export const PUBLISHED = "refs/heads/published";

type Guarded = Pick<GitRepository, "guard">;

/**
 * Returns the tip of `main`. After a forced push, the unreachable commit is kept by a ref below `refs/loam/lost`.
 * `since` is the last known tip.
 */
export async function mainHead({ guard }: Guarded, since?: string): Promise<string | undefined> {
  return guard.head(MAIN, { rewrites: "accept", since });
}

/** Returns the tip of a branch that users write to; undefined if it doesn't exist. */
export async function branchHead(
  repository: Pick<GitRepository, "guard" | "resolveRef">,
  branch: string,
): Promise<string | undefined> {
  return branch === MAIN ? mainHead(repository) : repository.resolveRef(branch);
}

/** Returns the tip of `published`: HQ's last commit or a descendant. Rewrites and deletions by others are undone. */
export async function publishedHead(
  { guard }: Guarded,
  since?: string,
): Promise<string | undefined> {
  return guard.head(PUBLISHED, { rewrites: "undo", since });
}

const RECORD = /^media\/.+\.yml$/;
const SHA256 = /\b[0-9a-f]{64}\b/g;

/**
 * Returns the `sha256` of every media record on all branches of a site: `main`, `published`, and change requests.
 * Records aren't parsed, so hashes in damaged records count as used.
 *
 * @throws CmsError if anything cannot be read; no file may be considered unused then
 */
export async function mediaInUse(
  repository: Pick<GitRepository, "listRefs" | "listFiles" | "readBlobs">,
): Promise<Set<string>> {
  const records = new Set<string>();
  for (const commit of new Set((await repository.listRefs()).values())) {
    for (const { path, oid } of await repository.listFiles(commit)) {
      if (RECORD.test(path)) records.add(oid);
    }
  }
  const used = new Set<string>();
  for await (const [, bytes] of eachFile(repository, [...records], (oid) => oid)) {
    for (const [sha256] of Buffer.from(bytes).toString("latin1").matchAll(SHA256)) used.add(sha256);
  }
  return used;
}

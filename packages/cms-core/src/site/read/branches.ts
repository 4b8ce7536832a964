import { eachFile } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";

/** Working content: drafts and schema. */
export const MAIN = "refs/heads/main";

/** What is live and its ledger; only a publish writes it. */
export const PUBLISHED = "refs/heads/published";

type Guarded = Pick<GitRepository, "guard">;

/**
 * Where `main` stands. A commit to which it leads no more, after a forced push, is kept by a ref below
 * `refs/loam/lost`; `since` is where it stood when somebody looked last.
 */
export async function mainHead({ guard }: Guarded, since?: string): Promise<string | undefined> {
  return guard.head(MAIN, { rewrites: "accept", since });
}

/** Where a branch stands on which people write; undefined where there is none. */
export async function branchHead(
  repository: Pick<GitRepository, "guard" | "resolveRef">,
  branch: string,
): Promise<string | undefined> {
  return branch === MAIN ? mainHead(repository) : repository.resolveRef(branch);
}

/** Where `published` stands: where HQ left it, or further. Others may not take it away. */
export async function publishedHead(
  { guard }: Guarded,
  since?: string,
): Promise<string | undefined> {
  return guard.head(PUBLISHED, { rewrites: "undo", since });
}

const RECORD = /^media\/.+\.yml$/;
const SHA256 = /\b[0-9a-f]{64}\b/g;

/**
 * The `sha256` of every media record on any branch of a site: `main`, `published`, changes that are under
 * review. Records are not parsed: what a damaged one speaks of is in use, too.
 *
 * @throws CmsError when anything cannot be read; then nothing may be taken for unused
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

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

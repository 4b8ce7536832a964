import { type FileKind, proposedKinds, type SiteStore } from "@loam/cms-core/site";
import { findStillAllowed } from "../../people/workspaces/policies.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { fileAction } from "../../sites/registry/file-action.ts";
import type { Change } from "./changes.ts";
import { listReviews } from "./review/reviews.ts";

export interface UnvouchedFiles {
  readonly siteId: string;
  /** The full ref. */
  readonly branch: string;
  readonly userId: string;
  /** Kinds of files that the user pushes to the branch without permission to merge them. */
  readonly kinds: readonly FileKind[];
}

/** Records kinds of files that a user pushed to a branch without permission to merge them. Adds to existing records. */
export async function recordUnvouchedFiles(
  database: ControlDatabase,
  { siteId, branch, userId, kinds }: UnvouchedFiles,
): Promise<void> {
  if (kinds.length === 0) return;
  await database
    .insertInto("unvouched_files")
    .values(kinds.map((kind) => ({ site_id: siteId, branch, user_id: userId, kind })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface ContentParts {
  readonly database: ControlDatabase;
  readonly store: SiteStore;
}

interface CheckedCommits {
  /** Head of the branch. */
  readonly head: string;
  /** A commit whose files are already trusted. Only differences from it count. */
  readonly known?: string | undefined;
}

/**
 * Returns files on the branch of a site's change request that were pushed by users without permission to merge them, in
 * commits not approved by anyone who has it. One path per kind; empty if nothing is waiting.
 */
export async function unapprovedFiles(
  { database, store }: ContentParts,
  change: Change,
  { head, known }: CheckedCommits,
): Promise<readonly string[]> {
  const siteId = change.repository;
  const rows = await database
    .selectFrom("unvouched_files")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("branch", "=", change.branch)
    .execute();
  if (rows.length === 0) return [];
  const may = async (userId: string, kind: FileKind): Promise<boolean> =>
    (await findStillAllowed(database, { userId, siteId, action: fileAction(kind) })) !== undefined;
  const base = await store.repository.mergeBase(store.head(), head);
  const kinds = await proposedKinds(store.repository, { base, known, to: head }, store.site());
  const waiting = new Map<FileKind, string>();
  for (const row of rows) {
    for (const [kind, path] of kinds) {
      const isTheirs = row.kind === "any" || row.kind === kind;
      if (isTheirs && !(await may(row.user_id, kind))) waiting.set(kind, path);
    }
  }
  if (waiting.size === 0) return [];
  for (const { verdict, head: seen, userId } of await listReviews(database, change)) {
    if (verdict !== "approved" || seen !== head) continue;
    const rights = await Promise.all([...waiting.keys()].map((kind) => may(userId, kind)));
    if (rights.every(Boolean)) return [];
  }
  return [...waiting.values()];
}

/** `ledger/<api_id>/<xx>/<entry_id>.yml` on `published`: what is live, since when, and by whom. */
export interface LedgerRecord {
  readonly id: string;
  readonly type: string;
  readonly state: "published" | "unpublished";
  /** 1, 2, … per entry; raised by every publish. */
  readonly version: number;
  /** Object id of the pinned entry file. */
  readonly blob: string;
  readonly schema: number;
  readonly slug: string;
  readonly sortOrder: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Time of the first publish since the entry was last unpublished. */
  readonly publishedAt: string;
  /** Who published: `Name <email>`. */
  readonly by: string;
  /** Commit of `main` that was published. */
  readonly sourceCommit: string;
  /** Slugs at which it was live before, the oldest first: visitors who know one are led on. Absent without one. */
  readonly formerSlugs?: readonly string[];
}

interface ChangesTable {
  site_id: string;
  /** 1, 2, … at its site. */
  number: number;
  title: string;
  description: string;
  /** The whole ref, `refs/heads/change/3-new-words`. */
  branch: string;
  state: "open" | "merged" | "closed";
  /** Null where the person is gone, or was never known. */
  created_by: string | null;
  created_at: string;
  updated_at: string;
  /** JSON list of the user ids of those who are asked for a review. */
  reviewers: string;
  /** Where the branch stood when it was merged or closed, and where it left `main`; null while it is open. */
  head: string | null;
  base: string | null;
  /** The commit of `main` that brought it. */
  merged_commit: string | null;
  /** Who merged or closed it. */
  ended_by: string | null;
  ended_at: string | null;
}

/** The last word of each reviewer. */
interface ChangeReviewsTable {
  site_id: string;
  number: number;
  user_id: string;
  verdict: "approved" | "changes_requested";
  /** The commit that was looked at: one that comes later was not. */
  head: string;
  created_at: string;
}

interface ChangeCommentsTable {
  id: string;
  site_id: string;
  number: number;
  user_id: string | null;
  body: string;
  /** What it is about; all null for the change as a whole. */
  path: string | null;
  field: string | null;
  line: number | null;
  created_at: string;
  resolved_at: string | null;
}

/** Change requests: what the branches of a site's repository are for. */
export interface ChangeTables {
  changes: ChangesTable;
  change_reviews: ChangeReviewsTable;
  change_comments: ChangeCommentsTable;
}

interface ChangesTable {
  /** Id of the repository's owner: the site, or the workspace whose skills it changes. */
  repository: string;
  /** 1, 2, … within the repository. */
  number: number;
  /** Null for changes of skills. */
  site_id: string | null;
  /** Null for changes of a site. */
  workspace_id: string | null;
  title: string;
  description: string;
  /** The full ref, `refs/heads/change/3-new-words`. */
  branch: string;
  state: "open" | "merged" | "closed";
  /** 1 for a draft, which isn't ready for review. */
  draft: number;
  /** Null if the user was deleted or never known. */
  created_by: string | null;
  created_at: string;
  /** When its text, branch, or reviewers last changed, and who changed them. */
  updated_at: string;
  updated_by: string | null;
  /** The last user who pushed to its branch. */
  pushed_by: string | null;
  /** JSON array of the user ids of requested reviewers. */
  reviewers: string;
  /** Head of the branch when it was merged or closed, and its merge base with `main`. Null while open. */
  head: string | null;
  base: string | null;
  /** The merge commit on `main`. */
  merged_commit: string | null;
  /** The user who merged or closed it. */
  ended_by: string | null;
  ended_at: string | null;
}

interface OfChange {
  repository: string;
  number: number;
}

/** The latest review of each reviewer. */
interface ChangeReviewsTable extends OfChange {
  user_id: string;
  verdict: "approved" | "changes_requested";
  /** The reviewed commit. Later commits were not reviewed. */
  head: string;
  created_at: string;
}

interface ChangeCommentsTable extends OfChange {
  id: string;
  /** The id of the first comment of the thread, which can be this one. */
  thread: string;
  user_id: string | null;
  /** Empty for a comment that was deleted while it had replies. */
  body: string;
  /** The commented location. All null for comments on the whole change, and for replies. */
  path: string | null;
  field: string | null;
  line: number | null;
  /** The quoted text. */
  quote: string | null;
  /** Head of the branch when the comment was written. */
  head: string | null;
  created_at: string;
  edited_at: string | null;
  deleted_at: string | null;
  /** Set on the first comment of a thread. */
  resolved_at: string | null;
  resolved_by: string | null;
}

/** Up to when a user has seen the activity. */
interface ChangeSeenTable extends OfChange {
  user_id: string;
  seen_at: string;
}

/** Files that a user has marked as viewed. */
interface ChangeViewedTable extends OfChange {
  user_id: string;
  path: string;
  /** The viewed blob. Empty for a deleted file. */
  blob: string;
}

/** Kinds of files on a branch that were pushed by users who could not merge them. */
interface UnvouchedFilesTable {
  site_id: string;
  /** The full ref. */
  branch: string;
  user_id: string;
  /** A file kind of cms-core; `any` if it wasn't recorded. */
  kind: string;
}

/** Change requests and what belongs to them. */
export interface ChangeTables {
  changes: ChangesTable;
  change_reviews: ChangeReviewsTable;
  change_comments: ChangeCommentsTable;
  change_seen: ChangeSeenTable;
  change_viewed: ChangeViewedTable;
  unvouched_files: UnvouchedFilesTable;
}

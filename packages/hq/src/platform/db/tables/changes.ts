interface ChangesTable {
  /** Whose branch it is: the id of the site, or of the workspace whose skills it changes. */
  repository: string;
  /** 1, 2, … in its repository. */
  number: number;
  /** Null for one of skills. */
  site_id: string | null;
  /** Null for one of a site. */
  workspace_id: string | null;
  title: string;
  description: string;
  /** The whole ref, `refs/heads/change/3-new-words`. */
  branch: string;
  state: "open" | "merged" | "closed";
  /** 1 while it is written, and nobody is asked to look at it. */
  draft: number;
  /** Null where the person is gone, or was never known. */
  created_by: string | null;
  created_at: string;
  /** When its words, its branch or its reviewers were changed last, and who did that. */
  updated_at: string;
  updated_by: string | null;
  /** Who moved its branch last. */
  pushed_by: string | null;
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

interface OfChange {
  repository: string;
  number: number;
}

/** The last word of each reviewer. */
interface ChangeReviewsTable extends OfChange {
  user_id: string;
  verdict: "approved" | "changes_requested";
  /** The commit that was looked at: one that comes later was not. */
  head: string;
  created_at: string;
}

interface ChangeCommentsTable extends OfChange {
  id: string;
  /** The id of the first comment of its thread: its own, for that one. */
  thread: string;
  user_id: string | null;
  /** Empty for one that was deleted while there were answers to it. */
  body: string;
  /** What it is about; all null for the change as a whole, and for an answer. */
  path: string | null;
  field: string | null;
  line: number | null;
  /** The words that it is about. */
  quote: string | null;
  /** Where the branch stood. */
  head: string | null;
  created_at: string;
  edited_at: string | null;
  deleted_at: string | null;
  /** Of the first of a thread. */
  resolved_at: string | null;
  resolved_by: string | null;
}

/** Up to when a person has seen what happened. */
interface ChangeSeenTable extends OfChange {
  user_id: string;
  seen_at: string;
}

/** What a person has ticked as read. */
interface ChangeViewedTable extends OfChange {
  user_id: string;
  path: string;
  /** What stood there; empty for a file that is removed. */
  blob: string;
}

/** Kinds of files that somebody pushed to a branch and could not merge. */
interface UnvouchedFilesTable {
  site_id: string;
  /** The whole ref. */
  branch: string;
  user_id: string;
  /** A kind of file of cms-core; `any` where nobody noted which. */
  kind: string;
}

/** Change requests: what the branches of a repository are for. */
export interface ChangeTables {
  changes: ChangesTable;
  change_reviews: ChangeReviewsTable;
  change_comments: ChangeCommentsTable;
  change_seen: ChangeSeenTable;
  change_viewed: ChangeViewedTable;
  unvouched_files: UnvouchedFilesTable;
}

interface ScheduleFailuresTable {
  site_id: string;
  entry_id: string;
  action: "publish" | "unpublish";
  due_at: string;
  failed_at: string;
  /** JSON list of what is wrong. */
  issues: string;
}

interface ReleasesTable {
  id: string;
  site_id: string;
  title: string;
  /** JSON list of entry ids. */
  entries: string;
  /** Null for one that is published by hand. */
  publish_at: string | null;
  created_by: string | null;
  created_at: string;
  /** Null until it is published. */
  published_at: string | null;
  published_commit: string | null;
  /** JSON list of what kept it from being published the last time. */
  issues: string | null;
}

/** What is to happen at a time, and what kept it from happening. */
export interface SchedulerTables {
  schedule_failures: ScheduleFailuresTable;
  releases: ReleasesTable;
}

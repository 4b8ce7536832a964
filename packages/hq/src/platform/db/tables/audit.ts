interface AuditLogTable {
  /** 1, 2, … without a gap. */
  seq: number;
  at: string;
  /** `<what>.<done>`. */
  event: string;
  /** `allowed`, or the code of the error. */
  outcome: string;
  user_id: string | null;
  /** `session:<id>` or `token:<id>`. */
  credential: string | null;
  address: string;
  workspace_id: string | null;
  site_id: string | null;
  /** JSON object of text: what it was done to. */
  target: string;
  /** SHA-256 over the hash of the record before and this one, lower-case hex. */
  hash: string;
}

/** One row: the record that was written last. */
interface AuditHeadTable {
  id: number;
  seq: number;
  hash: string;
}

/** What people did and tried. */
export interface AuditTables {
  audit_log: AuditLogTable;
  audit_head: AuditHeadTable;
}

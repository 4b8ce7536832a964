interface LeasesTable {
  name: string;
  /** Null when it was given back. */
  owner: string | null;
  /** Grows by one with every owner; kept when the lease is given back. */
  fence: number;
  expires_at: string;
}

interface RateCountersTable {
  /** Which limit is counted. */
  limiter: string;
  /** Who is counted: a site, an address. */
  caller: string;
  /** What is left; -1 when the last request was refused. */
  tokens: number;
  /** Milliseconds since 1970 of the last step that was counted. */
  stepped_ms: number;
}

/** What processes agree on among themselves. */
export interface CoordinationTables {
  leases: LeasesTable;
  rate_counters: RateCountersTable;
}

import type { Generated } from "kysely";

/** The upstream repository of a site and the result of the last sync. */
interface UpstreamsTable {
  site_id: string;
  url: string;
  /** The upstream branch that corresponds to `main`. */
  branch: string;
  login_kind: "none" | "token" | "ssh";
  /** Sealed: the token or the private key. */
  login: string | null;
  /** Sent with the token over HTTPS. */
  username: string | null;
  /** The public key in `authorized_keys` format. */
  public_key: string | null;
  /** Lines of a `known_hosts` file. Null until the host presented its key. */
  known_hosts: string | null;
  forge: "none" | "github" | "gitlab" | "gitea";
  /** API URL of the Git host. Null if it follows from the repository URL. */
  forge_url: string | null;
  /** Sealed. Null if the repository's token also works for the API. */
  forge_token: string | null;
  /** Sealed: the secret with which the Git host signs its webhooks. */
  webhook_secret: string;
  webhook_at: string | null;
  /** 1 if upstream merges count as reviewed in HQ. */
  reviewed_there: number;
  set_by: string | null;
  set_at: string;
  /** Random text that changes each time the upstream is set. */
  version: string;
  /** When the next sync is due. */
  due_at: string;
  /** Consecutive failures. */
  failures: Generated<number>;
  tried_at: string | null;
  synced_at: string | null;
  /** JSON of `UpstreamReport`. Null before the first sync. */
  report: string | null;
  /** JSON array of user decisions that aren't applied yet. */
  decisions: Generated<string>;
  /** Number of the change request with the upstream commits that could not be merged. */
  proposal: number | null;
}

/** The pull or merge request on a Git host for a change request. */
interface UpstreamRequestsTable {
  site_id: string;
  /** Number of the change request. */
  number: number;
  /** Number of the pull or merge request. */
  request: number;
  url: string;
  /** The last known state. */
  state: "open" | "merged" | "closed";
  /** Id of the comment with the report. Null until there is one. */
  comment: string | null;
  /** JSON of the last report and its time. Null until something was reported. */
  reported: string | null;
}

export interface UpstreamTables {
  upstreams: UpstreamsTable;
  upstream_requests: UpstreamRequestsTable;
}

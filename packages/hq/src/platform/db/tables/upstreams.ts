import type { Generated } from "kysely";

/** The repository that a site mirrors, and what became of the last look at it. */
interface UpstreamsTable {
  site_id: string;
  url: string;
  /** The name there of what is `main` here. */
  branch: string;
  login_kind: "none" | "token" | "ssh";
  /** Sealed: the token, or the private key. */
  login: string | null;
  /** With which the token is sent, over https. */
  username: string | null;
  /** Of the private key, as `authorized_keys` has it. */
  public_key: string | null;
  /** Lines of a `known_hosts` file; null until the host showed its key. */
  known_hosts: string | null;
  forge: "none" | "github" | "gitlab" | "gitea";
  /** Of its API; null where it follows from the address of the repository. */
  forge_url: string | null;
  /** Sealed; null where the token of the repository is the API's, too. */
  forge_token: string | null;
  /** Sealed: by what the forge signs its webhooks. */
  webhook_secret: string;
  webhook_at: string | null;
  /** 1 where what was merged there counts as reviewed here. */
  reviewed_there: number;
  set_by: string | null;
  set_at: string;
  /** Random text, another one each time that it is set. */
  version: string;
  /** When it is to be looked at again. */
  due_at: string;
  /** How often it failed in a row. */
  failures: Generated<number>;
  tried_at: string | null;
  synced_at: string | null;
  /** JSON of `UpstreamReport`; null before the first look. */
  report: string | null;
  /** JSON list of what people decided and was not done yet. */
  decisions: Generated<string>;
  /** Number of the change request that holds what came from there and could not be merged. */
  proposal: number | null;
}

/** The pull or merge request of a forge for a change request. */
interface UpstreamRequestsTable {
  site_id: string;
  /** Of the change request. */
  number: number;
  /** Of the request there. */
  request: number;
  url: string;
  /** As it was seen last. */
  state: "open" | "merged" | "closed";
  /** Of the comment with the report; null until there is one. */
  comment: string | null;
  /** JSON of what was reported last, and when; null until something was. */
  reported: string | null;
}

export interface UpstreamTables {
  upstreams: UpstreamsTable;
  upstream_requests: UpstreamRequestsTable;
}

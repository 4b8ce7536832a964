import type { Generated } from "kysely";

/** Roles that are granted per site. The others follow from the workspace role. */
export type GrantedRole = "write" | "edit";

interface SitesTable {
  /** Also stored in the site's `site.yml`, and the name of its repository. */
  id: string;
  workspace_id: string;
  /** As entered when the site was created. Unique in its workspace. */
  name: string;
  created_by: string | null;
  created_at: string;
  /** 1 while publishing is on. */
  publishing: Generated<number>;
  /** 1 if the dashboard shows only the screens for writing. */
  integration_mode: Generated<number>;
  /** 1 if content and schema change only through change requests. */
  review_required: Generated<number>;
  preview_url: string | null;
  /** Total size of its media. Identical files count once. */
  media_bytes: Generated<number>;
  /** SHA-256 of the draft key, lowercase hex. Null until one is created. */
  draft_key_hash: string | null;
  draft_key_last_four: string | null;
  draft_key_made_at: string | null;
  /** Random text. Preview tokens with a different epoch are invalid. Null until the first draft key or transfer. */
  preview_epoch: string | null;
}

interface ReadKeysTable {
  /** The id part of the key, which is not secret. */
  id: string;
  site_id: string;
  name: string;
  /** SHA-256 of the whole key, lowercase hex. The key itself is never stored. */
  key_hash: string;
  /** The last four characters, so that users recognize a key. */
  last_four: string;
  created_at: string;
  revoked_at: string | null;
  /** To the minute. */
  last_used_at: string | null;
}

/** Transfers of sites to another workspace. */
interface SiteTransfersTable {
  id: string;
  site_id: string;
  /** The target workspace, as entered by the requester. */
  workspace: string;
  /** Null if there is no such workspace. The requester isn't told. */
  workspace_id: string | null;
  requested_by: string | null;
  requested_at: string;
  expires_at: string;
}

/** Roles granted on a site. A user without one has the role that follows from the workspace. */
interface SiteAccessTable {
  site_id: string;
  user_id: string;
  role: GrantedRole;
  created_at: string;
}

/** Sites, their permissions, and their API keys. */
export interface SiteTables {
  sites: SitesTable;
  read_keys: ReadKeysTable;
  site_access: SiteAccessTable;
  site_transfers: SiteTransfersTable;
}

import type { Generated } from "kysely";

/** The roles that are granted per site; the others follow from the workspace. */
export type GrantedRole = "write" | "edit";

interface SitesTable {
  /** Also in the site's own `site.yml`, and the name of its repository. */
  id: string;
  workspace_id: string;
  /** As given when the site was made; unique in its workspace. */
  name: string;
  created_by: string | null;
  created_at: string;
  /** 1 while its files are in public storage. */
  publishing: Generated<number>;
  /** 1 where the editor shows the screens of writing alone. */
  integration_mode: Generated<number>;
  /** 1 where content and schema change by change requests alone. */
  review_required: Generated<number>;
  preview_url: string | null;
  /** Of its media records, bytes of one content counted once. */
  media_bytes: Generated<number>;
  /** SHA-256 of the draft key, lower-case hex; null until one is made. */
  draft_key_hash: string | null;
  draft_key_last_four: string | null;
  draft_key_made_at: string | null;
  /** Random text; preview tokens of another are over. Null until the first draft key or transfer. */
  preview_epoch: string | null;
}

interface ReadKeysTable {
  /** The id part of the key, which is no secret. */
  id: string;
  site_id: string;
  name: string;
  /** SHA-256 of the whole key, lower-case hex; the key itself is stored nowhere. */
  key_hash: string;
  /** The last four characters, so that people recognise a key. */
  last_four: string;
  created_at: string;
  revoked_at: string | null;
  /** To the minute. */
  last_used_at: string | null;
}

/** Offers of a site to another workspace. */
interface SiteTransfersTable {
  id: string;
  site_id: string;
  /** To which it is offered, as whoever offers it named it. */
  workspace: string;
  /** Null where there is no such workspace, of which they are told nothing. */
  workspace_id: string | null;
  requested_by: string | null;
  requested_at: string;
  expires_at: string;
}

/** Roles at one site; a person without one has the role that the workspace gives. */
interface SiteAccessTable {
  site_id: string;
  user_id: string;
  role: GrantedRole;
  created_at: string;
}

/** The sites, who may do what there, and the keys that read them. */
export interface SiteTables {
  sites: SitesTable;
  read_keys: ReadKeysTable;
  site_access: SiteAccessTable;
  site_transfers: SiteTransfersTable;
}

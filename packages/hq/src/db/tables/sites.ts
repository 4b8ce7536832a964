import type { GrantedRole } from "../../permissions/roles.ts";

interface SitesTable {
  /** Also in the site's own `site.yml`, and the name of its repository. */
  id: string;
  workspace_id: string;
  /** As given when the site was made; unique in its workspace. */
  name: string;
  created_by: string | null;
  created_at: string;
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
}

/** Roles at one site; who has none here has the one that the workspace gives. */
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
}

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

/** The sites, and the keys that read them. */
export interface SiteTables {
  sites: SitesTable;
  read_keys: ReadKeysTable;
}

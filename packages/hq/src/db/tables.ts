/** Times are ISO 8601 UTC text in every table, so that they compare as text in every database. */
interface UsersTable {
  id: string;
  /** Lower case, NFC. */
  email: string;
  name: string;
  /** PHC string; null for a person who signs in by other means. */
  password_hash: string | null;
  /** 1 for an admin of the whole instance, else 0. */
  instance_admin: number;
  created_at: string;
}

interface WorkspacesTable {
  id: string;
  /** What people type; unique. */
  slug: string;
  name: string;
  created_at: string;
}

type WorkspaceRole = "owner" | "admin" | "member";

interface MembersTable {
  workspace_id: string;
  user_id: string;
  role: WorkspaceRole;
  created_at: string;
}

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

/** Links that make the first admin; none works once there is one. */
interface SetupLinksTable {
  id: string;
  /** SHA-256 of the whole token, lower-case hex. */
  token_hash: string;
  expires_at: string;
  used_at: string | null;
}

/** The control database: everything that is neither content nor media. */
export interface ControlTables {
  users: UsersTable;
  workspaces: WorkspacesTable;
  members: MembersTable;
  sites: SitesTable;
  read_keys: ReadKeysTable;
  setup_links: SetupLinksTable;
}

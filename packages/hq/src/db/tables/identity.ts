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

/** Links that make the first admin; none works once there is one. */
interface SetupLinksTable {
  id: string;
  /** SHA-256 of the whole token, lower-case hex. */
  token_hash: string;
  expires_at: string;
  used_at: string | null;
}

/** Who people are, and how they prove it. */
export interface IdentityTables {
  users: UsersTable;
  setup_links: SetupLinksTable;
}

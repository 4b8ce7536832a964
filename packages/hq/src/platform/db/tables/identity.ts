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
  /** From then on the person can do nothing; nothing of theirs is deleted. */
  disabled_at: string | null;
}

/** Links that make the first admin; none works once there is one. */
interface SetupLinksTable {
  id: string;
  /** SHA-256 of the whole token, lower-case hex. */
  token_hash: string;
  expires_at: string;
  used_at: string | null;
}

/** How a person proved who they are. */
export type SignInMethod = "password" | "passkey" | "oidc" | "link";

interface SessionsTable {
  id: string;
  user_id: string;
  /** SHA-256 of the whole cookie value, lower-case hex. */
  token_hash: string;
  method: SignInMethod;
  created_at: string;
  /** When the person last proved who they are; sensitive acts require it to be recent. */
  authenticated_at: string;
  /** To the minute. */
  last_used_at: string;
  /** However much it is used, it ends then. */
  expires_at: string;
  address: string;
  user_agent: string;
}

interface PersonalTokensTable {
  id: string;
  user_id: string;
  name: string;
  token_hash: string;
  /** The last four characters, so that people recognise a token. */
  last_four: string;
  /** Separated by spaces. */
  scopes: string;
  /** Ids of the sites to which it is bound, separated by spaces; null for all that its owner sees. */
  site_ids: string | null;
  created_at: string;
  expires_at: string;
  /** To the minute. */
  last_used_at: string | null;
  last_used_address: string | null;
  revoked_at: string | null;
}

interface InvitationsTable {
  id: string;
  token_hash: string;
  /** Lower case, NFC; only this address can accept. */
  email: string;
  /** Null: an account alone. */
  workspace_id: string | null;
  /** What the person becomes in the workspace. */
  role: "admin" | "member";
  invited_by: string | null;
  created_at: string;
  expires_at: string;
  accepted_at: string | null;
  revoked_at: string | null;
}

interface PasswordResetsTable {
  id: string;
  user_id: string;
  token_hash: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

interface TotpSecretsTable {
  user_id: string;
  /** Encrypted with the key of the instance: codes are computed from it. */
  sealed_secret: string;
  created_at: string;
  /** Null until the first code was given: no codes are asked for before. */
  confirmed_at: string | null;
  /** Number of the latest half minute whose code was taken; no code works twice. */
  last_step: number;
}

interface RecoveryCodesTable {
  user_id: string;
  code_hash: string;
  used_at: string | null;
}

interface PasskeysTable {
  /** As the authenticator names it, base64url. */
  id: string;
  user_id: string;
  name: string;
  /** COSE key, base64url. */
  public_key: string;
  /** Signatures that it has counted; 0 for ever from those that do not count. */
  counter: number;
  /** Separated by spaces. */
  transports: string;
  /** 1 when it is kept on several devices. */
  backed_up: number;
  created_at: string;
  last_used_at: string | null;
}

/** Accounts elsewhere by which people sign in here; found by issuer and subject alone. */
interface ExternalIdentitiesTable {
  id: string;
  issuer: string;
  subject: string;
  user_id: string;
  /** As the issuer told it when it was linked; shown to its owner, compared with nothing. */
  email: string;
  created_at: string;
  last_used_at: string | null;
}

/** What was asked of somebody who is about to sign in or to add a passkey. */
interface ChallengesTable {
  id: string;
  token_hash: string;
  kind: ChallengeKind;
  /** Null while nobody knows who it is. */
  user_id: string | null;
  /** What the answer is compared with. */
  data: string;
  expires_at: string;
}

export type ChallengeKind =
  | "second-factor"
  | "passkey-sign-in"
  | "passkey-step-up"
  | "passkey-registration";

/** What people have chosen for themselves; only the editor knows what it means. */
interface PreferencesTable {
  user_id: string;
  name: string;
  /** JSON. */
  value: string;
}

/** Who people are, and how they prove it. */
export interface IdentityTables {
  users: UsersTable;
  setup_links: SetupLinksTable;
  sessions: SessionsTable;
  personal_tokens: PersonalTokensTable;
  invitations: InvitationsTable;
  password_resets: PasswordResetsTable;
  totp_secrets: TotpSecretsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  external_identities: ExternalIdentitiesTable;
  challenges: ChallengesTable;
  preferences: PreferencesTable;
}

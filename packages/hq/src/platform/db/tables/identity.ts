interface UsersTable {
  id: string;
  /** Lowercase, NFC. */
  email: string;
  name: string;
  /** PHC string. Null for a user without a password. */
  password_hash: string | null;
  /** 1 for an instance admin, otherwise 0. */
  instance_admin: number;
  created_at: string;
  /** When the user was disabled. A disabled user has no access; their data is kept. */
  disabled_at: string | null;
}

/** Links that create the first admin. They stop working once an admin exists. */
interface SetupLinksTable {
  id: string;
  /** SHA-256 of the whole token, lowercase hex. */
  token_hash: string;
  expires_at: string;
  used_at: string | null;
}

/** How a user proved their identity. */
export type SignInMethod = "password" | "passkey" | "oidc" | "link";

interface SessionsTable {
  id: string;
  user_id: string;
  /** SHA-256 of the whole cookie value, lowercase hex. */
  token_hash: string;
  method: SignInMethod;
  created_at: string;
  /** When the user last authenticated. Sensitive actions require it to be recent. */
  authenticated_at: string;
  /** To the minute. */
  last_used_at: string;
  /** The session ends then, regardless of use. */
  expires_at: string;
  address: string;
  user_agent: string;
}

interface PersonalTokensTable {
  id: string;
  user_id: string;
  name: string;
  token_hash: string;
  /** The last four characters, so that users recognize a token. */
  last_four: string;
  /** Separated by spaces. */
  scopes: string;
  /** Ids of the sites that the token is limited to, separated by spaces. Null for all sites of its owner. */
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
  /** Lowercase, NFC. Only this email address can accept. */
  email: string;
  /** Null: the invitation only creates an account. */
  workspace_id: string | null;
  /** Role of the invited user in the workspace. */
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
  /** Encrypted with the instance's key. Codes are computed from it. */
  sealed_secret: string;
  created_at: string;
  /** Null until the first code was entered. Codes aren't required before that. */
  confirmed_at: string | null;
  /** Number of the latest 30-second step with an accepted code. No code works twice. */
  last_step: number;
}

interface RecoveryCodesTable {
  user_id: string;
  code_hash: string;
  used_at: string | null;
}

interface PasskeysTable {
  /** Credential id from the authenticator, base64url. */
  id: string;
  user_id: string;
  name: string;
  /** COSE key, base64url. */
  public_key: string;
  /** The authenticator's signature counter. Always 0 for authenticators without one. */
  counter: number;
  /** Separated by spaces. */
  transports: string;
  /** 1 if the passkey is synced between devices. */
  backed_up: number;
  created_at: string;
  last_used_at: string | null;
}

/** External accounts for single sign-on. Looked up only by issuer and subject. */
interface ExternalIdentitiesTable {
  id: string;
  issuer: string;
  subject: string;
  user_id: string;
  /** Email address from the issuer at the time of linking. Shown to its owner, never compared. */
  email: string;
  created_at: string;
  last_used_at: string | null;
}

/** Challenges for users who are signing in or adding a passkey. */
interface ChallengesTable {
  id: string;
  token_hash: string;
  kind: ChallengeKind;
  /** Null while the user is unknown. */
  user_id: string | null;
  /** The expected answer. */
  data: string;
  expires_at: string;
}

export type ChallengeKind =
  | "second-factor"
  | "passkey-sign-in"
  | "passkey-step-up"
  | "passkey-registration";

/** Preferences of users. Only the dashboard interprets them. */
interface PreferencesTable {
  user_id: string;
  name: string;
  /** JSON. */
  value: string;
}

/** Users and how they authenticate. */
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

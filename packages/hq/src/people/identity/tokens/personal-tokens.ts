import { CmsError } from "@loam/cms-core";
import type { Selectable } from "kysely";
import { TOKEN_SCOPES, type TokenScope } from "../../../api/permissions/permissions.ts";
import type { ControlTables } from "../../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { makeToken, parseToken, sameHash } from "../../../platform/secrets/secret-token.ts";
import type { Clock } from "../sessions/sessions.ts";
import { type User, USER_COLUMNS, toUser } from "../users/users.ts";

/** Whether text is a valid scope. Scopes removed in a later version are invalid. */
function isTokenScope(text: string): text is TokenScope {
  return TOKEN_SCOPES.some((scope) => scope === text);
}

/**
 * Parses scopes, deduplicated and in the order of the table.
 *
 * @throws CmsError `invalid` for an unknown scope or an empty list.
 */
export function parseScopes(texts: readonly string[]): readonly TokenScope[] {
  const unknown = texts.find((text) => !isTokenScope(text));
  const scopes = TOKEN_SCOPES.filter((scope) => texts.includes(scope));
  if (unknown === undefined && scopes.length > 0) return scopes;
  const wrong =
    unknown === undefined ? "A token needs at least one scope" : `Unknown scope ${unknown}`;
  throw new CmsError("invalid", `${wrong}. Allowed: ${TOKEN_SCOPES.join(", ")}.`, {
    details: { field: "scopes", allowed: TOKEN_SCOPES },
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_LIFETIME_MS = 366 * DAY_MS;
/** `last_used_at` is updated only if it is older than this. */
const TOUCH_MS = 60_000;

/** A personal access token without its secret, safe to display. */
export interface PersonalToken {
  readonly id: string;
  readonly name: string;
  /** `loam_pat_<id>_…<last four>`. */
  readonly hint: string;
  readonly scopes: readonly TokenScope[];
  /** Ids of the sites that it is limited to. Absent: all sites of its owner. */
  readonly sites?: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string;
  /** To the minute. */
  readonly lastUsedAt?: string;
  readonly lastUsedAddress?: string;
  readonly revokedAt?: string;
}

export interface CreatedPersonalToken extends PersonalToken {
  /** The token itself. Shown only once. */
  readonly token: string;
}

export interface NewPersonalToken {
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** Ids of sites. @default all sites of the owner */
  readonly sites?: readonly string[] | undefined;
  readonly expiresAt: Date;
}

/**
 * Creates a token that acts for a user within its scopes. Only its SHA-256 is stored.
 *
 * @throws CmsError `invalid` for an expiry in the past or more than a year ahead.
 */
export async function createPersonalToken(
  database: ControlDatabase,
  { userId, name, scopes, sites, expiresAt }: NewPersonalToken,
  { now }: Clock,
): Promise<CreatedPersonalToken> {
  const at = now().getTime();
  const lifetime = expiresAt.getTime() - at;
  if (!(lifetime > 0 && lifetime <= MAX_LIFETIME_MS)) {
    throw new CmsError("invalid", "The expiry must be in the future and at most one year away.", {
      details: { field: "expiresAt" },
    });
  }
  const token = makeToken("pat");
  const row = {
    id: token.id,
    user_id: userId,
    name,
    token_hash: token.hash,
    last_four: token.text.slice(-4),
    scopes: scopes.join(" "),
    site_ids: sites?.join(" ") ?? null,
    created_at: new Date(at).toISOString(),
    expires_at: expiresAt.toISOString(),
    last_used_at: null,
    last_used_address: null,
    revoked_at: null,
  };
  await database.insertInto("personal_tokens").values(row).execute();
  return { ...describe(row), token: token.text };
}

/** Lists all tokens of a user, newest first, including revoked and expired ones. */
export async function listPersonalTokens(
  database: ControlDatabase,
  userId: string,
): Promise<readonly PersonalToken[]> {
  const rows = await database
    .selectFrom("personal_tokens")
    .select(TOKEN_COLUMNS)
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(describe);
}

/** @throws CmsError `not_found` if the user has no such token. */
export async function findPersonalToken(
  database: ControlDatabase,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<PersonalToken> {
  const row = await database
    .selectFrom("personal_tokens")
    .select(TOKEN_COLUMNS)
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) throw new CmsError("not_found", "Token not found.");
  return describe(row);
}

/**
 * Revokes a token immediately. Revoking it again keeps the original time.
 *
 * @throws CmsError `not_found` if the user has no such token.
 */
export async function revokePersonalToken(
  database: ControlDatabase,
  { userId, id }: { readonly userId: string; readonly id: string },
  { now }: Clock,
): Promise<void> {
  await findPersonalToken(database, { userId, id });
  await database
    .updateTable("personal_tokens")
    .set({ revoked_at: now().toISOString() })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .execute();
}

/** Revokes all tokens of a user. */
export async function revokeTokens(
  database: ControlDatabase,
  userId: string,
  { now }: Clock,
): Promise<void> {
  await database
    .updateTable("personal_tokens")
    .set({ revoked_at: now().toISOString() })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
}

export interface UsedPersonalToken {
  readonly id: string;
  readonly user: User;
  readonly scopes: readonly TokenScope[];
  readonly sites?: readonly string[];
}

/**
 * Returns the user of a token, or `undefined` if it is unknown, expired, or revoked, or its owner was disabled (AUT-10,
 * AUT-16). Records when and from where it was used.
 */
export async function usePersonalToken(
  database: ControlDatabase,
  { text, address }: { readonly text: string; readonly address: string },
  { now }: Clock,
): Promise<UsedPersonalToken | undefined> {
  const token = parseToken("pat", text);
  if (token === undefined) return undefined;
  const at = now();
  const row = await database
    .selectFrom("personal_tokens")
    .innerJoin("users", "users.id", "personal_tokens.user_id")
    .select(USER_COLUMNS)
    .select([
      "personal_tokens.token_hash",
      "personal_tokens.scopes",
      "personal_tokens.site_ids",
      "personal_tokens.last_used_at",
      "personal_tokens.last_used_address",
    ])
    .where("personal_tokens.id", "=", token.id)
    .where("personal_tokens.revoked_at", "is", null)
    .where("personal_tokens.expires_at", ">", at.toISOString())
    .where("users.disabled_at", "is", null)
    .executeTakeFirst();
  if (row === undefined || !sameHash(row.token_hash, token.hash)) return undefined;
  const stale = new Date(at.getTime() - TOUCH_MS).toISOString();
  if (row.last_used_address !== address || (row.last_used_at ?? "") <= stale) {
    await database
      .updateTable("personal_tokens")
      .set({ last_used_at: at.toISOString(), last_used_address: address })
      .where("id", "=", token.id)
      .execute();
  }
  return { id: token.id, user: toUser(row), ...toReach(row) };
}

const TOKEN_COLUMNS = [
  "id",
  "name",
  "last_four",
  "scopes",
  "site_ids",
  "created_at",
  "expires_at",
  "last_used_at",
  "last_used_address",
  "revoked_at",
] as const;

function describe(
  row: Pick<Selectable<ControlTables["personal_tokens"]>, (typeof TOKEN_COLUMNS)[number]>,
): PersonalToken {
  return {
    id: row.id,
    name: row.name,
    hint: `loam_pat_${row.id}_…${row.last_four}`,
    ...toReach(row),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
    ...(row.last_used_address !== null && { lastUsedAddress: row.last_used_address }),
    ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
  };
}

interface Reach {
  readonly scopes: readonly TokenScope[];
  readonly sites?: readonly string[];
}

function toReach(row: { readonly scopes: string; readonly site_ids: string | null }): Reach {
  return {
    scopes: row.scopes.split(" ").filter(isTokenScope),
    ...(row.site_ids !== null && { sites: row.site_ids.split(" ") }),
  };
}

import { CmsError } from "@loam/cms-core";
import type { Selectable } from "kysely";
import type { ControlTables } from "../../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import type { SignInMethod } from "../../../platform/db/tables/identity.ts";
import {
  hashText,
  makeToken,
  parseToken,
  sameHash,
} from "../../../platform/secrets/secret-token.ts";
import { type User, USER_COLUMNS, toUser } from "../users/users.ts";

const IDLE_MS = 12 * 60 * 60 * 1000;
const ABSOLUTE_MS = 7 * 24 * 60 * 60 * 1000;
/** `last_used_at` is updated only if it is older than this, to avoid a write per request. */
const TOUCH_MS = 60_000;

/** A session without its secret, safe to display. */
export interface Session {
  readonly id: string;
  readonly method: SignInMethod;
  readonly createdAt: string;
  /** When the user last authenticated. */
  readonly authenticatedAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
  readonly address: string;
  readonly userAgent: string;
}

/** An authenticated session with its owner. */
export interface OpenSession {
  readonly user: User;
  readonly session: Session;
  /** The token that a page must send with changes. */
  readonly csrfToken: string;
}

export interface CreatedSession extends OpenSession {
  /** The cookie's value, which is sent to the browser and never stored. */
  readonly cookie: string;
}

/** Origin of a request, shown later to the session's owner. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

export interface Clock {
  readonly now: () => Date;
}

/** Creates a session for a user who has just authenticated. */
export async function createSession(
  database: ControlDatabase,
  {
    user,
    method,
    client,
  }: { readonly user: User; readonly method: SignInMethod; readonly client: Client },
  { now }: Clock,
): Promise<CreatedSession> {
  const at = now();
  const token = makeToken("session");
  const row = {
    id: token.id,
    user_id: user.id,
    token_hash: token.hash,
    method,
    created_at: at.toISOString(),
    authenticated_at: at.toISOString(),
    last_used_at: at.toISOString(),
    expires_at: new Date(at.getTime() + ABSOLUTE_MS).toISOString(),
    address: client.address.slice(0, 100),
    user_agent: client.userAgent.slice(0, 300),
  };
  await database
    .deleteFrom("sessions")
    .where("user_id", "=", user.id)
    .where((query) =>
      query.or([
        query("expires_at", "<=", row.created_at),
        query("last_used_at", "<=", before(at, IDLE_MS)),
      ]),
    )
    .execute();
  await database.insertInto("sessions").values(row).execute();
  return { user, session: describe(row), csrfToken: csrfTokenOf(token.text), cookie: token.text };
}

/**
 * Returns the session of a cookie, or `undefined` if it is unknown, ended, or expired, or its owner was disabled
 * (AUT-10, AUT-11).
 */
export async function findSession(
  database: ControlDatabase,
  cookie: string,
  { now }: Clock,
): Promise<OpenSession | undefined> {
  const token = parseToken("session", cookie);
  if (token === undefined) return undefined;
  const at = now();
  const row = await database
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(USER_COLUMNS)
    .select(SESSION_COLUMNS)
    .select(["sessions.id as session_id", "sessions.token_hash"])
    .where("sessions.id", "=", token.id)
    .where("sessions.expires_at", ">", at.toISOString())
    .where("sessions.last_used_at", ">", before(at, IDLE_MS))
    .where("users.disabled_at", "is", null)
    .executeTakeFirst();
  if (row === undefined || !sameHash(row.token_hash, token.hash)) return undefined;
  if (row.last_used_at <= before(at, TOUCH_MS)) {
    await database
      .updateTable("sessions")
      .set({ last_used_at: at.toISOString() })
      .where("id", "=", token.id)
      .execute();
  }
  return {
    user: toUser(row),
    session: describe({ ...row, id: row.session_id }),
    csrfToken: csrfTokenOf(cookie),
  };
}

/**
 * Gives a session a new secret after its owner has reauthenticated, which invalidates the old cookie (AUT-01).
 * Authentication as strong as a sign-in can also restart its lifetime.
 *
 * @throws CmsError `not_signed_in` if the session has ended in the meantime.
 */
export async function renewSession(
  database: ControlDatabase,
  { user, session }: OpenSession,
  { now, extended = false }: Clock & { readonly extended?: boolean },
): Promise<CreatedSession> {
  const token = makeToken("session");
  const at = now();
  const authenticatedAt = at.toISOString();
  const expiresAt = extended
    ? new Date(at.getTime() + ABSOLUTE_MS).toISOString()
    : session.expiresAt;
  const { numUpdatedRows } = await database
    .updateTable("sessions")
    .set({
      id: token.id,
      token_hash: token.hash,
      authenticated_at: authenticatedAt,
      last_used_at: authenticatedAt,
      expires_at: expiresAt,
    })
    .where("id", "=", session.id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n)
    throw new CmsError("not_signed_in", "Your session has expired. Sign in again.");
  return {
    user,
    session: { ...session, id: token.id, authenticatedAt, lastUsedAt: authenticatedAt, expiresAt },
    csrfToken: csrfTokenOf(token.text),
    cookie: token.text,
  };
}

/** Lists the active sessions of a user, most recently used first. */
export async function listSessions(
  database: ControlDatabase,
  userId: string,
  { now }: Clock,
): Promise<readonly Session[]> {
  const at = now();
  const rows = await database
    .selectFrom("sessions")
    .select(["id", ...SESSION_COLUMNS])
    .where("user_id", "=", userId)
    .where("expires_at", ">", at.toISOString())
    .where("last_used_at", ">", before(at, IDLE_MS))
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(describe);
}

/**
 * Ends one session of a user immediately.
 *
 * @throws CmsError `not_found` if the user has no such session.
 */
export async function endSession(
  database: ControlDatabase,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new CmsError("not_found", "Session not found.");
}

/** Ends all sessions of a user, except an optional one. */
export async function endSessions(
  database: ControlDatabase,
  { userId, except = "" }: { readonly userId: string; readonly except?: string },
): Promise<void> {
  await database
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("id", "!=", except)
    .execute();
}

const SESSION_COLUMNS = [
  "sessions.method",
  "sessions.created_at",
  "sessions.authenticated_at",
  "sessions.last_used_at",
  "sessions.expires_at",
  "sessions.address",
  "sessions.user_agent",
] as const;

function describe(
  row: Omit<Selectable<ControlTables["sessions"]>, "user_id" | "token_hash">,
): Session {
  return {
    id: row.id,
    method: row.method,
    createdAt: row.created_at,
    authenticatedAt: row.authenticated_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    address: row.address,
    userAgent: row.user_agent,
  };
}

/** Derived from the cookie's value, so that it needn't be stored and only holders of the cookie can compute it. */
export function csrfTokenOf(cookie: string): string {
  return hashText(`csrf ${cookie}`);
}

function before(at: Date, ms: number): string {
  return new Date(at.getTime() - ms).toISOString();
}

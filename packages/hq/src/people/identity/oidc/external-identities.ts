import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { transact } from "../../../platform/db/transact.ts";
import { randomText } from "../../../platform/secrets/secret-token.ts";
import type { Clock } from "../sessions/sessions.ts";
import { insertUser, normalizeEmail, type User, USER_COLUMNS, toUser } from "../users/users.ts";
import type { OidcPerson } from "./oidc-client.ts";

/** An external account for single sign-on. */
export interface ExternalIdentity {
  readonly id: string;
  readonly issuer: string;
  /** As reported by the issuer when it was linked. */
  readonly email: string;
  readonly createdAt: string;
  readonly lastUsedAt?: string;
}

export interface ExternalSignInOptions extends Clock {
  readonly allowedDomains: readonly string[];
}

/**
 * Returns the user for an external account, looked up only by issuer and subject. Unknown users get a new account if
 * the issuer has verified an email address of an allowed domain and no user has it. A matching email address doesn't
 * prove ownership of an existing account (AUT-14).
 *
 * @throws CmsError `forbidden`
 */
export async function userOfExternal(
  database: ControlDatabase,
  person: OidcPerson,
  { allowedDomains, now }: ExternalSignInOptions,
): Promise<User> {
  const known = await findOwner(database, person);
  if (known !== undefined) {
    if (known.disabled_at !== null) throw signInDenied("This account is disabled.");
    await touch(database, person, { now });
    return toUser(known);
  }
  const email = newUserEmail(person, allowedDomains);
  return transact(database, async (transaction) => {
    const { name } = person;
    const user = await insertUser(
      transaction,
      { email, passwordHash: null, instanceAdmin: false, ...(name !== undefined && { name }) },
      { now },
    ).catch((error: unknown) => {
      if (!(error instanceof CmsError) || error.code !== "name_taken") throw error;
      throw signInDenied(
        "An account already uses this email address. Sign in to it and link this identity there.",
      );
    });
    await insert(transaction, { person, userId: user.id, now });
    return user;
  });
}

/**
 * Links an external account to a user for single sign-on.
 *
 * @throws CmsError `conflict` if it is already linked to a user.
 */
export async function linkExternal(
  database: ControlDatabase,
  { person, userId }: { readonly person: OidcPerson; readonly userId: string },
  { now }: Clock,
): Promise<void> {
  if (await insert(database, { person, userId, now })) return;
  throw new CmsError("conflict", "This identity is already linked to another account.");
}

/** Lists the external accounts of a user, oldest first. */
export async function listExternal(
  database: ControlDatabase,
  userId: string,
): Promise<readonly ExternalIdentity[]> {
  const rows = await database
    .selectFrom("external_identities")
    .select(["id", "issuer", "email", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(describe);
}

/** @throws CmsError `not_found` if the user has no such external account. */
export async function unlinkExternal(
  database: ControlDatabase,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom("external_identities")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new CmsError("not_found", "Linked identity not found.");
}

function findOwner(database: ControlDatabase, { issuer, subject }: OidcPerson) {
  return database
    .selectFrom("external_identities")
    .innerJoin("users", "users.id", "external_identities.user_id")
    .select(USER_COLUMNS)
    .where("external_identities.issuer", "=", issuer)
    .where("external_identities.subject", "=", subject)
    .executeTakeFirst();
}

async function touch(
  database: ControlDatabase,
  { issuer, subject }: OidcPerson,
  { now }: Clock,
): Promise<void> {
  await database
    .updateTable("external_identities")
    .set({ last_used_at: now().toISOString() })
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .execute();
}

function newUserEmail(person: OidcPerson, allowedDomains: readonly string[]): string {
  if (person.email === undefined || !person.emailVerified) {
    throw signInDenied("No account is linked to this identity.");
  }
  const email = normalizeEmail(person.email);
  if (allowedDomains.includes(email.slice(email.lastIndexOf("@") + 1))) return email;
  throw signInDenied(
    "No account is linked to this identity, and its domain cannot create accounts.",
  );
}

/** Returns `false` if the external account is already linked. */
async function insert(
  database: ControlDatabase,
  { person, userId, now }: Clock & { readonly person: OidcPerson; readonly userId: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto("external_identities")
    .values({
      id: `x${randomText(15)}`,
      issuer: person.issuer,
      subject: person.subject,
      user_id: userId,
      email: person.email ?? "",
      created_at: now().toISOString(),
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

function describe(row: {
  readonly id: string;
  readonly issuer: string;
  readonly email: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}): ExternalIdentity {
  return {
    id: row.id,
    issuer: row.issuer,
    email: row.email,
    createdAt: row.created_at,
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
  };
}

function signInDenied(message: string): CmsError {
  return new CmsError("forbidden", message);
}

import { authorText, CmsError } from "@loam/cms-core";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { ControlTables } from "../../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { transact } from "../../../platform/db/transact.ts";
import { randomText } from "../../../platform/secrets/secret-token.ts";
import { hashPassword } from "./password-hash.ts";

export interface NewUser {
  readonly email: string;
  /** The name in commits. @default the local part of the email address */
  readonly name?: string;
  readonly password: string;
  /** Has all permissions on this instance. */
  readonly instanceAdmin: boolean;
}

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly instanceAdmin: boolean;
}

/** A user in responses. */
export const personAnswer: z.ZodType<User, User> = z
  .object({ id: z.string(), email: z.string(), name: z.string(), instanceAdmin: z.boolean() })
  .meta({ id: "UserSummary" });

export interface CreateUserOptions {
  readonly now?: () => Date;
}

/**
 * Creates a user with a password.
 *
 * @throws CmsError `invalid` for an invalid email address, `weak_password`, or `name_taken` if the
 * email address is in use.
 */
export async function createUser(
  database: ControlDatabase,
  { password, ...user }: NewUser,
  options: CreateUserOptions = {},
): Promise<User> {
  const email = normalizeEmail(user.email);
  return insertUser(
    database,
    { ...user, email, passwordHash: await hashPassword(password) },
    options,
  );
}

export interface NewUserRow extends Omit<NewUser, "password"> {
  /** Null for a user without a password. */
  readonly passwordHash: string | null;
}

/**
 * Creates a user whose password, if any, is already hashed. Fast enough to be part of a transaction.
 *
 * @throws CmsError `invalid` for an invalid email address, `name_taken` if it is in use.
 */
export async function insertUser(
  database: ControlDatabase,
  { email, name, passwordHash, instanceAdmin }: NewUserRow,
  { now = () => new Date() }: CreateUserOptions = {},
): Promise<User> {
  const address = normalizeEmail(email);
  const user = {
    id: `u${randomText(15)}`,
    email: address,
    name: cleanName(name ?? address.slice(0, address.indexOf("@"))),
    instanceAdmin,
  };
  const { numInsertedOrUpdatedRows } = await database
    .insertInto("users")
    .values({
      id: user.id,
      email: user.email,
      name: user.name,
      password_hash: passwordHash,
      instance_admin: instanceAdmin ? 1 : 0,
      created_at: now().toISOString(),
      disabled_at: null,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) {
    throw new CmsError("name_taken", `A user with the email address ${address} already exists.`);
  }
  return user;
}

/**
 * Normalizes an email address for storing and comparing.
 *
 * @throws CmsError `invalid` if the text isn't an email address.
 */
export function normalizeEmail(text: string): string {
  const email = text.trim().normalize("NFC").toLowerCase();
  if (email.length > 254 || !z.email().safeParse(email).success) {
    throw new CmsError("invalid", `${JSON.stringify(text)} is not an email address.`);
  }
  return email;
}

/** Names become part of Git's author line, where angle brackets and line breaks have a meaning. */
function cleanName(text: string): string {
  const name = authorText(text).trim().normalize("NFC");
  return name === "" ? "Unnamed" : name.slice(0, 200);
}

/**
 * Returns the user with an email address. Without one, returns the first instance admin, if any.
 *
 * @throws CmsError `not_found` if no user has this email address.
 */
export async function findUser(
  database: ControlDatabase,
  email: string | undefined,
): Promise<User | undefined> {
  const users = database.selectFrom("users").select(USER_COLUMNS);
  const row = await (
    email === undefined
      ? users.where("instance_admin", "=", 1).orderBy("created_at").orderBy("id")
      : users.where("email", "=", normalizeEmail(email))
  )
    .limit(1)
    .executeTakeFirst();
  if (row !== undefined) return toUser(row);
  if (email === undefined) return undefined;
  throw new CmsError("not_found", `User not found: ${email}.`);
}

/** @throws CmsError `not_found` if no user has this email address. */
export async function requireUser(database: ControlDatabase, email: string): Promise<User> {
  const user = await findUser(database, email);
  if (user !== undefined) return user;
  throw new CmsError("not_found", `User not found: ${email}.`);
}

/** Returns the user with an id, unless they were disabled. */
export async function findEnabledUser(
  { database }: { readonly database: ControlDatabase },
  id: string,
): Promise<User | undefined> {
  const row = await database
    .selectFrom("users")
    .select(USER_COLUMNS)
    .where("id", "=", id)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return row === undefined ? undefined : toUser(row);
}

interface ListedUser extends User {
  readonly createdAt: string;
  readonly disabledAt?: string;
}

/** Lists all users of this instance, by email address. */
export async function listUsers(database: ControlDatabase): Promise<readonly ListedUser[]> {
  const rows = await database
    .selectFrom("users")
    .select([...USER_COLUMNS, "users.created_at"])
    .orderBy("email")
    .execute();
  return rows.map((row) =>
    Object.assign(
      toUser(row),
      { createdAt: row.created_at },
      row.disabled_at !== null && { disabledAt: row.disabled_at },
    ),
  );
}

/** Renames a user. Earlier commits keep the old name. */
export async function renameUser(
  database: ControlDatabase,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await database
    .updateTable("users")
    .set({ name: cleanName(name) })
    .where("id", "=", id)
    .execute();
}

/**
 * Grants or removes the instance admin role.
 *
 * @throws CmsError `not_found`, or `conflict` for the last instance admin
 */
export async function setInstanceAdmin(
  database: ControlDatabase,
  { id, isAdmin }: { readonly id: string; readonly isAdmin: boolean },
): Promise<void> {
  await transact(database, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("users")
      .set({ instance_admin: isAdmin ? 1 : 0 })
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw noUserError();
    await requireRemainingAdmin(transaction);
  });
}

/**
 * Ensures that an instance admin remains who could undo the change.
 *
 * @throws CmsError `conflict`
 */
export async function requireRemainingAdmin(transaction: ControlDatabase): Promise<void> {
  const admins = await transaction
    .selectFrom("users")
    .select("id")
    .where("instance_admin", "=", 1)
    .where("disabled_at", "is", null)
    .limit(1)
    .execute();
  if (admins.length > 0) return;
  throw new CmsError("conflict", "This is the last instance admin.");
}

/** The columns of a user that are visible to anyone who can see the user. */
export const USER_COLUMNS = [
  "users.id",
  "users.email",
  "users.name",
  "users.instance_admin",
  "users.disabled_at",
] as const;

type UserRow = Pick<
  Selectable<ControlTables["users"]>,
  "id" | "email" | "name" | "instance_admin" | "disabled_at"
>;

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    instanceAdmin: row.instance_admin === 1,
  };
}

export function noUserError(): CmsError {
  return new CmsError("not_found", "User not found.");
}

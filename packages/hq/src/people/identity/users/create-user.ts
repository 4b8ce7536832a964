import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { randomText } from "../../../platform/secrets/secret-token.ts";
import { hashPassword } from "../passwords/passwords.ts";

export interface NewUser {
  readonly email: string;
  /** Stands in commits; the first part of the address unless given. */
  readonly name?: string;
  readonly password: string;
  /** May do everything on this instance. */
  readonly instanceAdmin: boolean;
}

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly instanceAdmin: boolean;
}

export interface CreateUserOptions {
  readonly now?: () => Date;
}

/**
 * Adds a person who signs in with a password.
 *
 * @throws CmsError `invalid` for an address that is none, `weak_password`, or `name_taken` when
 * there is a user with this address.
 */
export async function createUser(
  database: ControlDatabase,
  { password, ...user }: NewUser,
  options: CreateUserOptions = {},
): Promise<User> {
  const email = normaliseEmail(user.email);
  return insertUser(
    database,
    { ...user, email, passwordHash: await hashPassword(password) },
    options,
  );
}

export interface NewUserRow extends Omit<NewUser, "password"> {
  /** Null for a person who signs in by other means. */
  readonly passwordHash: string | null;
}

/**
 * Adds a person whose password, if there is one, was hashed before: nothing here takes long, so it
 * can be part of a transaction.
 *
 * @throws CmsError `invalid` for an address that is none, `name_taken` for one that is in use.
 */
export async function insertUser(
  database: ControlDatabase,
  { email, name, passwordHash, instanceAdmin }: NewUserRow,
  { now = () => new Date() }: CreateUserOptions = {},
): Promise<User> {
  const address = normaliseEmail(email);
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
    throw new CmsError("name_taken", `There is a user ${address} already.`);
  }
  return user;
}

/**
 * The form in which addresses are stored and compared.
 *
 * @throws CmsError `invalid` for text that is no e-mail address.
 */
export function normaliseEmail(text: string): string {
  const email = text.trim().normalize("NFC").toLowerCase();
  if (email.length > 254 || !z.email().safeParse(email).success) {
    throw new CmsError("invalid", `${JSON.stringify(text)} is no e-mail address.`);
  }
  return email;
}

/** Names stand in git's author line, where angle brackets and line ends have a meaning. */
export function cleanName(text: string): string {
  const name = text
    .replaceAll(/[<>\p{Cc}]/gu, "")
    .trim()
    .normalize("NFC");
  return name === "" ? "Unnamed" : name.slice(0, 200);
}

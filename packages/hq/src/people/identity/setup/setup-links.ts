import type { ControlDatabase } from "../../../platform/db/database.ts";
import { transact } from "../../../platform/db/transact.ts";
import { makeToken, parseToken, sameHash } from "../../../platform/secrets/secret-token.ts";
import { createUser, type User } from "../users/create-user.ts";

const LIFETIME_MS = 24 * 60 * 60 * 1000;

export interface SetupOptions {
  readonly now: () => Date;
}

/** Whether somebody can administer this instance already. */
export async function hasInstanceAdmin(database: ControlDatabase): Promise<boolean> {
  const admin = await database
    .selectFrom("users")
    .select("id")
    .where("instance_admin", "=", 1)
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}

/** Makes the one link by which the first admin is made; links made before stop working. */
export async function createSetupLink(
  database: ControlDatabase,
  { now }: SetupOptions,
): Promise<string> {
  const token = makeToken("setup");
  await transact(database, async (transaction) => {
    await transaction.deleteFrom("setup_links").execute();
    await transaction
      .insertInto("setup_links")
      .values({
        id: token.id,
        token_hash: token.hash,
        expires_at: new Date(now().getTime() + LIFETIME_MS).toISOString(),
        used_at: null,
      })
      .execute();
  });
  return token.text;
}

/** Whether a link works now: unused, not expired, and there is no admin yet (AUT-17). */
export async function isSetupLink(
  database: ControlDatabase,
  text: string,
  { now }: SetupOptions,
): Promise<boolean> {
  const token = parseToken("setup", text);
  if (token === undefined) return false;
  const link = await database
    .selectFrom("setup_links")
    .select("token_hash")
    .where("id", "=", token.id)
    .where("used_at", "is", null)
    .where("expires_at", ">", now().toISOString())
    .executeTakeFirst();
  if (link === undefined || !sameHash(link.token_hash, token.hash)) return false;
  return !(await hasInstanceAdmin(database));
}

export interface AdminAccount {
  readonly email: string;
  readonly name?: string;
  readonly password: string;
}

/**
 * Makes the first admin, who owns every workspace that has no owner. When two do it at once, one
 * of them gets `undefined`: the link is used up in the same transaction.
 *
 * @throws CmsError `invalid` or `weak_password`; the link then still works.
 */
export function useSetupLink(
  database: ControlDatabase,
  text: string,
  account: AdminAccount,
  { now }: SetupOptions,
): Promise<User | undefined> {
  return transact(database, async (transaction) => {
    if (!(await isSetupLink(transaction, text, { now }))) return undefined;
    await transaction.updateTable("setup_links").set({ used_at: now().toISOString() }).execute();
    return createAdmin(transaction, account, { now });
  });
}

/** Adds an instance admin and makes it the owner of every workspace without one. */
export async function createAdmin(
  database: ControlDatabase,
  account: AdminAccount,
  { now }: SetupOptions,
): Promise<User> {
  const user = await createUser(database, { ...account, instanceAdmin: true }, { now });
  const orphans = await database
    .selectFrom("workspaces")
    .select("id")
    .where("id", "not in", (query) =>
      query.selectFrom("members").select("workspace_id").where("role", "=", "owner"),
    )
    .execute();
  for (const { id } of orphans) {
    await database
      .insertInto("members")
      .values({
        workspace_id: id,
        user_id: user.id,
        role: "owner",
        created_at: now().toISOString(),
      })
      .execute();
  }
  return user;
}

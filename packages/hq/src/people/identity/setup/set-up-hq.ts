import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { withLease } from "../../../platform/db/leases.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Hq } from "../../../platform/hq.ts";
import { makeToken, parseToken, sameHash } from "../../../platform/secrets/secret-token.ts";
import { createWorkspace, listWorkspaces, type Workspace } from "../../workspaces/workspaces.ts";
import { createUser, type User } from "../users/users.ts";

/** How the first admin is created. */
export type FirstAdminState =
  | { readonly kind: "present" }
  | { readonly kind: "created"; readonly email: string }
  /** There is no admin yet. The first user of `{base_url}/setup/{token}` creates the account. */
  | { readonly kind: "link"; readonly token: string };

export interface SetUpReport {
  readonly workspaces: readonly Workspace[];
  readonly admin: FirstAdminState;
}

export const FIRST_WORKSPACE = { slug: "main", name: "Main" };

/**
 * Creates the first workspace and the first admin if there are none. Can run repeatedly, even in several processes at
 * the same time, and never changes existing workspaces or users.
 *
 * @throws CmsError `weak_password` if the configured password is too short.
 */
export function setUpHq(hq: Hq): Promise<SetUpReport> {
  return withLease(hq.database, "set-up", () => setUpAlone(hq));
}

async function setUpAlone({ database, config, now }: Hq): Promise<SetUpReport> {
  if ((await listWorkspaces(database)).length === 0) {
    await createWorkspace(database, FIRST_WORKSPACE, { now });
  }
  const workspaces = await listWorkspaces(database);
  if (await hasInstanceAdmin(database)) return { workspaces, admin: { kind: "present" } };
  const { email, password } = config.firstAdmin ?? {};
  if (email === undefined || password === undefined) {
    const token = await createSetupLink(database, { now });
    return { workspaces, admin: { kind: "link", token } };
  }
  const user = await createAdmin(database, { email, password }, { now });
  return { workspaces, admin: { kind: "created", email: user.email } };
}

const LIFETIME_MS = 24 * 60 * 60 * 1000;

interface SetupOptions {
  readonly now: () => Date;
}

/** Whether the instance has an admin. */
async function hasInstanceAdmin(database: ControlDatabase): Promise<boolean> {
  const admin = await database
    .selectFrom("users")
    .select("id")
    .where("instance_admin", "=", 1)
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}

/** Creates the setup link for the first admin. Earlier links stop working. */
async function createSetupLink(database: ControlDatabase, { now }: SetupOptions): Promise<string> {
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

/** Whether a link is valid: unused, not expired, and there is no admin yet (AUT-17). */
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

export function unusableSetupLink(): CmsError {
  return new CmsError("not_found", "This link is invalid or has expired.");
}

interface AdminAccount {
  readonly email: string;
  readonly name?: string;
  readonly password: string;
}

/**
 * Creates the first admin, who becomes owner of every workspace without one. If two requests race, one gets
 * `undefined`, because the link is used up in the same transaction.
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

/** Creates an instance admin and makes them the owner of every workspace without one. */
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

import { withLease } from "../../../platform/db/hold-lease.ts";
import type { Hq } from "../../../platform/hq.ts";
import { createWorkspace, listWorkspaces, type Workspace } from "../../workspaces/workspaces.ts";
import { createAdmin, createSetupLink, hasInstanceAdmin } from "./setup-links.ts";

/** How the first admin comes to be. */
export type FirstAdminState =
  | { readonly kind: "present" }
  | { readonly kind: "created"; readonly email: string }
  /** Nobody yet: whoever opens `{base_url}/setup/{token}` first makes the account. */
  | { readonly kind: "link"; readonly token: string };

export interface SetUpReport {
  readonly workspaces: readonly Workspace[];
  readonly admin: FirstAdminState;
}

const FIRST_WORKSPACE = { slug: "main", name: "Main" };

/**
 * Makes the first workspace and the first admin where there are none. It may run any number of
 * times, also in several processes at once: it changes no workspace and no user that is there.
 *
 * @throws CmsError `weak_password` for a password from the configuration that is too short.
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

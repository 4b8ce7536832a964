import { isCmsError } from "@loam/cms-core";
import { requireCms } from "../../people/workspaces/policies.ts";
import { requireSiteQuota } from "../../people/workspaces/usage.ts";
import { findWorkspace, type Workspace } from "../../people/workspaces/workspaces.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { requirePayment } from "../../sites/manage/publishing.ts";

type Restriction = "sites" | "payment" | "cms";

/** Restrictions for users of a workspace: the number of sites, publishing, and the CMS feature. */
const RESTRICTIONS: Readonly<
  Record<Restriction, (hq: Hq, workspace: Workspace) => void | Promise<void>>
> = {
  sites: ({ database, config }, workspace) => requireSiteQuota(database, workspace, config),
  payment: ({ config }, workspace) => requirePayment(config, workspace),
  cms: (_hq, workspace) => requireCms(workspace),
};

/** The restrictions that a command bypasses, and whose they are. */
export interface Bypass {
  readonly hq: Hq;
  /** Slug or id. @default the only workspace */
  readonly workspace: string | undefined;
  readonly gates: readonly Restriction[];
}

/**
 * Runs work that users might not be allowed to do over HTTP, and reports this afterwards: anyone with access to the
 * data folder can bypass plans, but might not be aware of them.
 */
export async function bypassRestrictions<T>(
  { err }: Terminal,
  { hq, workspace: name, gates }: Bypass,
  work: () => Promise<T>,
): Promise<T> {
  const workspace = await findWorkspace(hq.database, name);
  const refusals: string[] = [];
  for (const gate of gates) {
    try {
      await RESTRICTIONS[gate](hq, workspace);
    } catch (error) {
      if (!isCmsError(error)) throw error;
      refusals.push(error.message);
    }
  }
  const done = await work();
  for (const message of refusals)
    err(`warning: the dashboard and the API would reject this: ${message}\n`);
  return done;
}

import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useSession } from "../../api/people/session.ts";
import { useWorkspaces, type WorkspaceSites } from "../../api/sites.ts";
import { Loading } from "../../ui/notes/loading.tsx";

/** `/new-site`: opens the workspace in which the user can create a site, or the form for a new workspace. */
export function Component(): ReactNode {
  const { data: session } = useSession();
  const { data: workspaces, error } = useWorkspaces();
  if (workspaces === undefined) return <Loading error={error} />;
  const place = workspaceForNewSite(workspaces, session?.user.instanceAdmin === true);
  const to =
    place === undefined ? "/new-workspace" : `/workspaces/${place.workspace.slug}/new-site`;
  return <Navigate to={to} replace />;
}

/** Returns the workspace where the user can create a site. Instance admins turn the CMS on if necessary. */
function workspaceForNewSite(
  workspaces: readonly WorkspaceSites[],
  isInstanceAdmin: boolean,
): WorkspaceSites | undefined {
  const ready = workspaces.find(({ workspace }) => workspace.cms || isInstanceAdmin);
  return ready ?? workspaces[0];
}

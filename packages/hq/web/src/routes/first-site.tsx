import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useWorkspaces } from "../api/sites.ts";
import { lastSite } from "../shell/preferences/last-site.ts";
import { Loading } from "../ui/notes/loading.tsx";

/**
 * `/`: opens the last visited site, otherwise the first one, or opens the screen that creates one.
 */
export function FirstSite(): ReactNode {
  const { data: workspaces, error } = useWorkspaces();
  if (workspaces === undefined) return <Loading error={error} />;
  const sites = workspaces.flatMap(({ sites: some }) => some);
  const last = lastSite();
  const site = sites.find(({ id }) => id === last) ?? sites[0];
  return <Navigate to={site === undefined ? "/new-site" : `/sites/${site.id}`} replace />;
}

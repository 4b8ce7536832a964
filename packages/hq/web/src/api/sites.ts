import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useParams } from "react-router";
import { readData, hq, type Schemas } from "./client.ts";

export type Site = Schemas["Site"];
export type ContentType = Schemas["ContentType"];

export interface WorkspaceSites {
  readonly workspace: Schemas["Workspace"];
  readonly sites: readonly Site[];
}

/** Returns whether the user saves directly to `main`. If reviews are required, changes go through change requests. */
export function savesToMain({ role, reviewRequired }: Site): boolean {
  return role !== "view" && !reviewRequired;
}

/** Loads the user's workspaces with their sites. */
export function useWorkspaces(): UseQueryResult<readonly WorkspaceSites[]> {
  return useQuery({
    queryKey: ["workspaces"],
    queryFn: async () => {
      const { workspaces } = await readData(hq.GET("/workspaces"));
      return Promise.all(
        workspaces.map(async (workspace) => {
          const path = { ws: workspace.id };
          const { sites } = await readData(hq.GET("/workspaces/{ws}/sites", { params: { path } }));
          return { workspace, sites };
        }),
      );
    },
  });
}

/** Returns the site id of the current URL. */
export function useSiteId(): string {
  const { site } = useParams();
  if (site === undefined) throw new Error("this part of the editor belongs to a site");
  return site;
}

/** Returns whether published content is public. True if no site is open or its data is not loaded. */
export function useIsPublic(): boolean {
  const { site = "" } = useParams();
  const { data } = useQuery({
    queryKey: ["site", site],
    queryFn: () => readData(hq.GET("/sites/{site}", { params: { path: { site } } })),
    enabled: site !== "",
  });
  return data?.publishing ?? true;
}

export function useSite(): UseQueryResult<Site> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site],
    queryFn: () => readData(hq.GET("/sites/{site}", { params: { path: { site } } })),
  });
}

/** Loads the site's content types with their number of entries. */
export function useTypes(): UseQueryResult<readonly ContentType[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "types"],
    queryFn: async () => {
      const { types } = await readData(
        hq.GET("/sites/{site}/types", { params: { path: { site } } }),
      );
      return types;
    },
  });
}

/**
 * Returns the types a user can create entries of. An object type has a single entry, and the first entry of a type
 * publishes its schema, which requires that permission.
 */
export function creatableTypes(
  site: Site | undefined,
  types: readonly ContentType[],
): readonly ContentType[] {
  if (site === undefined || site.role === "view") return [];
  return types.filter(
    ({ kind, version, entries }) =>
      (version > 0 || canBuild(site)) && (kind === "list" || entries.all === 0),
  );
}

/** Returns whether the user can edit content types. */
export function canBuild({ role }: Site): boolean {
  return role === "admin" || role === "edit";
}

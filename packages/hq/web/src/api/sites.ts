import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useParams } from "react-router";
import { answer, hq, type Schemas } from "./client.ts";

export type Site = Schemas["Site"];
export type ContentType = Schemas["ContentType"];

export interface WorkspaceSites {
  readonly workspace: Schemas["Workspace"];
  readonly sites: readonly Site[];
}

/** Whether a person changes what everybody works on: not where changes are proposed first. */
export function savesAtOnce({ role, reviewRequired }: Site): boolean {
  return role !== "view" && !reviewRequired;
}

/** Every workspace of the person, with its sites. */
export function useWorkspaces(): UseQueryResult<readonly WorkspaceSites[]> {
  return useQuery({
    queryKey: ["workspaces"],
    queryFn: async () => {
      const { workspaces } = await answer(hq.GET("/workspaces"));
      return Promise.all(
        workspaces.map(async (workspace) => {
          const path = { ws: workspace.id };
          const { sites } = await answer(hq.GET("/workspaces/{ws}/sites", { params: { path } }));
          return { workspace, sites };
        }),
      );
    },
  });
}

/** Id of the site that the address names. */
export function useSiteId(): string {
  const { site } = useParams();
  if (site === undefined) throw new Error("this part of the editor belongs to a site");
  return site;
}

/** Whether visitors see what is published; true where no site is open, or nothing is known of it yet. */
export function useIsPublic(): boolean {
  const { site = "" } = useParams();
  const { data } = useQuery({
    queryKey: ["site", site],
    queryFn: () => answer(hq.GET("/sites/{site}", { params: { path: { site } } })),
    enabled: site !== "",
  });
  return data?.publishing ?? true;
}

export function useSite(): UseQueryResult<Site> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site],
    queryFn: () => answer(hq.GET("/sites/{site}", { params: { path: { site } } })),
  });
}

/** The site's content types with how many entries each has. */
export function useTypes(): UseQueryResult<readonly ContentType[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "types"],
    queryFn: async () => {
      const { types } = await answer(hq.GET("/sites/{site}/types", { params: { path: { site } } }));
      return types;
    },
  });
}

/**
 * The types that somebody may begin an entry of: an object type has one alone, and the first entry of a type publishes
 * its schema, of whoever may do that.
 */
export function typesToBegin(
  site: Site | undefined,
  types: readonly ContentType[],
): readonly ContentType[] {
  if (site === undefined || site.role === "view") return [];
  return types.filter(
    ({ kind, version, entries }) =>
      (version > 0 || mayBuild(site)) && (kind === "list" || entries.all === 0),
  );
}

/** Whether somebody may change content types. */
export function mayBuild({ role }: Site): boolean {
  return role === "admin" || role === "edit";
}

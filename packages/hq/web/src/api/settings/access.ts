import { type UseMutationResult, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { useSiteMutation } from "../site-mutation.ts";
import { useSiteId } from "../sites.ts";

export type SiteMember = Schemas["SiteMember"];
/** Roles that can be granted; `view` removes a grant. */
export type Grantable = "view" | "write" | "edit";

const ACCESS = ["access"];

/** Loads everyone who can see the site, with their role and its source. */
export function useAccess(): UseQueryResult<readonly SiteMember[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, ...ACCESS],
    queryFn: async () => {
      return (await readData(hq.GET("/sites/{site}/access", { params: { path: { site } } })))
        .access;
    },
  });
}

interface Grant {
  readonly user: string;
  readonly role: Grantable;
}

export function useGrant(): UseMutationResult<unknown, Error, Grant> {
  return useSiteMutation(ACCESS, (site, body: Grant) => {
    return readData(hq.PUT("/sites/{site}/access", { params: { path: { site } }, body }));
  });
}

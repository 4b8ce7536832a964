import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { answer, done, hq } from "../client.ts";
import { withProof } from "../people/proof.ts";
import { type Site, useWorkspaces } from "../sites.ts";
import type { Transfer } from "./whole-site.ts";

export interface Offer extends Transfer {
  /** The workspace that it is offered to, by its name. */
  readonly workspaceName: string;
  readonly workspaceId: string;
}

const OFFERS = "offers";

/** The sites that are offered to workspaces where the person may accept them. */
export function useOffers(): UseQueryResult<readonly Offer[]> {
  const { data: all = [] } = useWorkspaces();
  const mine = all.flatMap(({ workspace }) => (workspace.role === "member" ? [] : [workspace]));
  return useQuery({
    queryKey: [OFFERS, mine.map(({ id }) => id)],
    // Others offer and take back: whoever comes to look sees what is offered now.
    staleTime: 0,
    enabled: mine.length > 0,
    queryFn: async () => {
      const offered = mine.map(async ({ id, name }) => {
        const params = { path: { ws: id } };
        const { transfers } = await answer(hq.GET("/workspaces/{ws}/transfers", { params }));
        return transfers.map((transfer) =>
          Object.assign({ workspaceName: name, workspaceId: id }, transfer),
        );
      });
      return (await Promise.all(offered)).flat();
    },
  });
}

export function useAcceptOffer(): UseMutationResult<Site, Error, Transfer> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, siteId: site }: Transfer) =>
      withProof(() =>
        answer(hq.POST("/sites/{site}/transfers/{id}/accept", { params: { path: { site, id } } })),
      ),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ["site", id] });
      await queries.invalidateQueries({ queryKey: ["workspaces"] });
    },
    // Also where it was taken back meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: [OFFERS] }),
  });
}

/** Says no to an offer: the site stays where it is. */
export function useDeclineOffer(): UseMutationResult<void, Error, Offer> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, workspaceId: ws }: Offer) =>
      done(hq.DELETE("/workspaces/{ws}/transfers/{id}", { params: { path: { ws, id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: [OFFERS] }),
  });
}

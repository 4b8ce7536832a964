import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
} from "@tanstack/react-query";
import { answer, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";

export type AuditRecord = Schemas["AuditRecord"];

/** Which records are shown; empty for all. */
export interface AuditFilter {
  readonly event: string;
  readonly user: string;
  readonly outcome: "" | "allowed" | "refused";
  /** ISO 8601. */
  readonly from: string;
  readonly until: string;
}

interface AuditPage {
  readonly records: readonly AuditRecord[];
  readonly cursor?: string;
}

const ROWS = 50;

/** Sensitive acts on the site, the newest first, page by page. */
export function useAudit({
  event,
  user,
  outcome,
  from,
  until,
}: AuditFilter): UseInfiniteQueryResult<InfiniteData<AuditPage>> {
  const site = useSiteId();
  return useInfiniteQuery({
    queryKey: ["site", site, "audit", event, user, outcome, from, until],
    queryFn: ({ pageParam }) => {
      const query = {
        limit: ROWS,
        ...(event !== "" && { event }),
        ...(user !== "" && { user }),
        ...(outcome !== "" && { outcome }),
        ...(from !== "" && { from }),
        ...(until !== "" && { until }),
        ...(pageParam !== "" && { cursor: pageParam }),
      };
      return answer(hq.GET("/sites/{site}/audit", { params: { path: { site }, query } }));
    },
    initialPageParam: "",
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
  });
}

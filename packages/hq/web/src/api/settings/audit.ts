import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
} from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";

export type AuditRecord = Schemas["AuditRecord"];

/** Filters of the audit log; empty values match all records. */
export interface AuditFilter {
  readonly event: string;
  readonly user: string;
  readonly outcome: "" | "allowed" | "refused";
  /** ISO 8601. */
  readonly from: string;
  readonly until: string;
}

/** Whose audit log it is. */
export type AuditOf =
  | { readonly kind: "site"; readonly site: string }
  | { readonly kind: "workspace"; readonly ws: string }
  | { readonly kind: "instance" };

interface AuditPage {
  readonly records: readonly AuditRecord[];
  readonly cursor?: string;
}

const ROWS = 50;

/** Loads audit records page by page, newest first. */
export function useAudit(
  of: AuditOf,
  { event, user, outcome, from, until }: AuditFilter,
): UseInfiniteQueryResult<InfiniteData<AuditPage>> {
  return useInfiniteQuery({
    queryKey: [...auditKey(of), "audit", event, user, outcome, from, until],
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
      return readPage(of, query);
    },
    initialPageParam: "",
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
  });
}

function auditKey(of: AuditOf): readonly string[] {
  switch (of.kind) {
    case "site":
      return ["site", of.site];
    case "workspace":
      return ["workspace", of.ws];
    case "instance":
      return ["instance"];
  }
}

type AuditQuery = Partial<Record<"event" | "user" | "from" | "until" | "cursor", string>> & {
  readonly limit: number;
  readonly outcome?: "allowed" | "refused";
};

function readPage(of: AuditOf, query: AuditQuery): Promise<AuditPage> {
  switch (of.kind) {
    case "site": {
      const { site } = of;
      return readData(hq.GET("/sites/{site}/audit", { params: { path: { site }, query } }));
    }
    case "workspace": {
      const { ws } = of;
      return readData(hq.GET("/workspaces/{ws}/audit", { params: { path: { ws }, query } }));
    }
    case "instance":
      return readData(hq.GET("/audit", { params: { query } }));
  }
}

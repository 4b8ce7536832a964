import { diffTypes } from "@loam/cms-core/schema";
import type { SiteStore } from "@loam/cms-core/site";

/** A content type of a site and the publish state of its schema. */
export interface TypeSummary {
  readonly apiId: string;
  readonly kind: "list" | "object";
  readonly label: string;
  /** Number of the newest published version. 0 if there is none. */
  readonly version: number;
  /** Number of changes in the working schema since then. */
  readonly changes: number;
  readonly entries: number;
}

/** Lists the content types of a site, by API id. */
export function listTypes(store: SiteStore): TypeSummary[] {
  return store
    .types()
    .map(({ type, latest }) => ({
      apiId: type.apiId,
      kind: type.kind,
      label: type.label,
      version: latest?.version ?? 0,
      changes: diffTypes(latest, type).length,
      entries: store.entries(type.apiId).length,
    }))
    .toSorted((a, b) => (a.apiId < b.apiId ? -1 : 1));
}

import type { ContentTypeKind } from "../../model/content-type.ts";
import type { IndexSession } from "../follow/index-session.ts";
import { prepared } from "../schema/database.ts";
import { ENTRY_STATES, type EntryState } from "../schema/entry-state.ts";
import { SCHEDULED } from "../schema/tables.ts";

/** Entries by state; every entry is in one state, and `scheduled` counts beside it. */
export type StateCounts = Readonly<Record<EntryState | "scheduled" | "all", number>>;

export interface TypeCounts {
  readonly apiId: string;
  /** Undefined where there are files and no schema that can be read. */
  readonly kind: ContentTypeKind | undefined;
  readonly label: string;
  readonly entries: StateCounts;
}

/** The types of the site by API id, also those that only have files. */
export function listTypes(session: IndexSession): readonly TypeCounts[] {
  const schemas = new Map(session.schemas.types().map(({ type }) => [type.apiId, type]));
  const names = new Set([...schemas.keys(), ...typesWithEntries(session)]);
  return [...names].toSorted().map((apiId) => {
    const type = schemas.get(apiId);
    const count = (state?: EntryState | "scheduled"): number => countEntries(session, apiId, state);
    const entries = {
      draft: count("draft"),
      published: count("published"),
      changed: count("changed"),
      unpublished: count("unpublished"),
      broken: count("broken"),
      scheduled: count("scheduled"),
      all: count(),
    };
    return { apiId, kind: type?.kind, label: type?.label ?? apiId, entries };
  });
}

/** How many entries of a type there are, from counters. */
export function countEntries(
  { database }: IndexSession,
  type: string,
  state?: EntryState | "scheduled",
): number {
  if (state === undefined) {
    const sum = "SELECT sum(n) AS n FROM counts WHERE type = ? AND state <> ?";
    return Number(prepared(database, sum).get(type, SCHEDULED)?.["n"] ?? 0);
  }
  const one = "SELECT n FROM counts WHERE type = ? AND state = ?";
  const number = state === "scheduled" ? SCHEDULED : ENTRY_STATES.indexOf(state);
  return Number(prepared(database, one).get(type, number)?.["n"] ?? 0);
}

/** API ids. */
export function typesWithEntries({ database }: IndexSession): readonly string[] {
  const rows = prepared(database, "SELECT DISTINCT type FROM counts WHERE n > 0").all();
  return rows.map((row) => String(row["type"]));
}

import type { PlacedEntry } from "../store/plan-move.ts";
import type { IndexSession } from "./index-session.ts";
import { prepared } from "./prepared.ts";
import { IS_OF_TYPE } from "./tables.ts";

/** Where the entries of a type that can be read stand on `main`, in default order. */
export function listPlaces({ database }: IndexSession, type: string): readonly PlacedEntry[] {
  const rows = prepared(
    database,
    `SELECT id, sort_order, by_recency FROM entries
     WHERE ${IS_OF_TYPE} AND created_at IS NOT NULL AND path IS NOT NULL
     ORDER BY sort_order, by_recency, id, tie`,
  ).all(type);
  return rows.map(({ id, sort_order: sortOrder, by_recency: recency }) => {
    return { id: String(id), sortOrder: Number(sortOrder), recency: Number(recency) };
  });
}

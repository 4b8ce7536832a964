import type { IndexSession } from "../follow/index-session.ts";
import { prepared } from "../schema/database.ts";

/** A place that points to an entry or uses a media record. */
export interface LinkSource {
  /** Whether it is in what is live, or in the working version on `main`. */
  readonly live: boolean;
  readonly type: string;
  /** Of the entry that points; unknown of a broken file. */
  readonly id?: string;
  readonly slug: string;
  /** Dotted API ids, rows by number from 0. */
  readonly field: string;
}

/** Working versions first, then by type, slug and field. */
export function findLinks({ database }: IndexSession, target: string): readonly LinkSource[] {
  const working = prepared(
    database,
    `SELECT e.type, e.id, e.slug, l.field, 0 AS live
     FROM links l JOIN entries e ON e.row = l.source
     WHERE l.target = ?1 AND l.live = 0 AND e.path IS NOT NULL
     UNION ALL
     SELECT g.type, g.id, g.slug, l.field, 1
     FROM links l JOIN ledger g ON g.row = l.source
     WHERE l.target = ?1 AND l.live = 1
     ORDER BY live, type, slug, id, field`,
  );
  return working.all(target).map(linkSource);
}

function linkSource(row: Readonly<Record<string, unknown>>): LinkSource {
  const { live, type, id, slug, field } = row;
  return {
    live: live === 1,
    type: String(type),
    ...(id === "" ? {} : { id: String(id) }),
    slug: String(slug),
    field: String(field),
  };
}

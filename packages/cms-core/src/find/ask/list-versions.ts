import type { IndexSession } from "../follow/index-session.ts";
import { prepared } from "../schema/database.ts";
import { IS_OF_TYPE } from "../schema/tables.ts";

/** The file of a working version: what a reader of drafts needs to render it, and to keep it by blob. */
export interface WorkingFile {
  readonly id: string;
  readonly slug: string;
  readonly path: string;
  readonly blob: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly updatedAt: string;
  /** Of what is live of it. */
  readonly publishedAt?: string;
}

/** The files of a type that can be read, in default order. */
export function listVersions({ database }: IndexSession, type: string): readonly WorkingFile[] {
  const rows = prepared(
    database,
    `SELECT id, slug, path, blob, updated_at, by_published FROM entries
     WHERE ${IS_OF_TYPE} AND created_at IS NOT NULL AND path IS NOT NULL
     ORDER BY sort_order, by_recency, id, tie`,
  ).all(type);
  return rows.map(workingFile);
}

function workingFile(row: Readonly<Record<string, unknown>>): WorkingFile {
  const published = Number(row["by_published"]);
  return {
    id: String(row["id"]),
    slug: String(row["slug"]),
    path: String(row["path"]),
    blob: String(row["blob"]),
    updatedAt: new Date(Number(row["updated_at"])).toISOString(),
    ...(published === 0 ? {} : { publishedAt: new Date(-published).toISOString() }),
  };
}

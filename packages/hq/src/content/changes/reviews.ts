import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { ChangeTables } from "../../platform/db/tables/changes.ts";
import { randomText } from "../../platform/secrets/secret-token.ts";
import type { Change } from "./changes.ts";

type Key = Pick<Change, "siteId" | "number">;

/** The last word of a reviewer. */
export interface Review {
  readonly userId: string;
  readonly verdict: ChangeTables["change_reviews"]["verdict"];
  /** The commit that was looked at. */
  readonly head: string;
  readonly createdAt: string;
}

/** Keeps a verdict in place of the one that the person gave before. */
export async function putReview(
  database: ControlDatabase,
  { siteId, number }: Key,
  { userId, verdict, head, createdAt }: Review,
): Promise<void> {
  const said = { verdict, head, created_at: createdAt };
  await database
    .insertInto("change_reviews")
    .values({ site_id: siteId, number, user_id: userId, ...said })
    .onConflict((conflict) => conflict.columns(["site_id", "number", "user_id"]).doUpdateSet(said))
    .execute();
}

export async function listReviews(
  database: ControlDatabase,
  { siteId, number }: Key,
): Promise<readonly Review[]> {
  const rows = await database
    .selectFrom("change_reviews")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("number", "=", number)
    .orderBy("created_at")
    .execute();
  return rows.map(({ user_id: userId, verdict, head, created_at: createdAt }) => {
    return { userId, verdict, head, createdAt };
  });
}

/** Something said of a change request, or of a place in it. */
export interface Comment {
  readonly id: string;
  readonly userId: string | null;
  readonly body: string;
  readonly path: string | null;
  readonly field: string | null;
  readonly line: number | null;
  readonly createdAt: string;
  readonly resolvedAt: string | null;
}

export interface NewComment extends Pick<Comment, "body" | "path" | "field" | "line"> {
  readonly userId: string;
  readonly createdAt: string;
}

export async function insertComment(
  database: ControlDatabase,
  { siteId, number }: Key,
  { userId, createdAt, ...said }: NewComment,
): Promise<Comment> {
  const comment = { id: `c${randomText(15)}`, ...said };
  const row = { site_id: siteId, number, user_id: userId, created_at: createdAt };
  await database
    .insertInto("change_comments")
    .values({ ...comment, ...row, resolved_at: null })
    .execute();
  return { ...comment, userId, createdAt, resolvedAt: null };
}

/** The oldest first. */
export async function listComments(
  database: ControlDatabase,
  { siteId, number }: Key,
): Promise<readonly Comment[]> {
  const rows = await database
    .selectFrom("change_comments")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("number", "=", number)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(commentOf);
}

/** @throws CmsError `not_found` */
export async function resolveComment(
  database: ControlDatabase,
  { siteId, number }: Key,
  { id, resolvedAt }: Pick<Comment, "id" | "resolvedAt">,
): Promise<Comment> {
  const row = await database
    .updateTable("change_comments")
    .set({ resolved_at: resolvedAt })
    .where("site_id", "=", siteId)
    .where("number", "=", number)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) return commentOf(row);
  throw new CmsError("not_found", `The change request has no comment ${id}.`);
}

function commentOf(row: ChangeTables["change_comments"]): Comment {
  const { id, body, path, field, line } = row;
  const times = { createdAt: row.created_at, resolvedAt: row.resolved_at };
  return { id, userId: row.user_id, body, path, field, line, ...times };
}

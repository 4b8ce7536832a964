import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import type { ChangeTables } from "../../../platform/db/tables/changes.ts";
import { transact } from "../../../platform/db/transact.ts";
import { randomText } from "../../../platform/secrets/secret-token.ts";
import type { ChangeKey } from "../changes.ts";

/** Something said of a change request, of a place in it, or in answer to that. */
export interface Comment {
  readonly id: string;
  /** The first comment of its thread: itself, for that one. */
  readonly threadId: string;
  readonly userId: string | null;
  /** Empty for one that was deleted while there were answers to it. */
  readonly body: string;
  readonly path: string | null;
  readonly field: string | null;
  readonly line: number | null;
  /** The words that it is about. */
  readonly quote: string | null;
  /** Where the branch stood. */
  readonly head: string | null;
  readonly createdAt: string;
  readonly editedAt: string | null;
  readonly deletedAt: string | null;
  /** Of the first of a thread. */
  readonly resolvedAt: string | null;
  readonly resolvedBy: string | null;
}

/** What a thread is about. */
type Place = Pick<Comment, "path" | "field" | "line" | "quote">;

export interface NewComment extends Place {
  readonly userId: string;
  readonly body: string;
  readonly head: string | null;
  readonly createdAt: string;
  /** Any comment of the thread that it belongs to. */
  readonly replyTo?: string;
}

/** @throws CmsError `not_found` when there is nothing to answer, `invalid` for an answer with a place of its own */
export async function insertComment(
  database: ControlDatabase,
  change: ChangeKey,
  { userId, createdAt, replyTo, ...said }: NewComment,
): Promise<Comment> {
  const { path, field, line, quote } = said;
  if (replyTo !== undefined && [path, field, line, quote].some((place) => place !== null)) {
    throw new CmsError(
      "invalid",
      "A reply refers to the same place as its thread. Omit the place.",
    );
  }
  return transact(database, async (transaction) => {
    const answered = replyTo === undefined ? undefined : await find(transaction, change, replyTo);
    const id = `c${randomText(15)}`;
    const row = {
      id,
      repository: change.repository,
      number: change.number,
      thread: answered?.thread ?? id,
      user_id: userId,
      ...said,
      created_at: createdAt,
      edited_at: null,
      deleted_at: null,
      resolved_at: null,
      resolved_by: null,
    };
    await transaction.insertInto("change_comments").values(row).execute();
    return commentOf(row);
  });
}

/** The oldest first. */
export async function listComments(
  database: ControlDatabase,
  { repository, number }: ChangeKey,
): Promise<readonly Comment[]> {
  const rows = await database
    .selectFrom("change_comments")
    .selectAll()
    .where("repository", "=", repository)
    .where("number", "=", number)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(commentOf);
}

/** @throws CmsError `not_found`, also for one that was deleted */
export async function findComment(
  database: ControlDatabase,
  change: ChangeKey,
  id: string,
): Promise<Comment> {
  return commentOf(await find(database, change, id));
}

/** Writes a comment anew. @throws CmsError `not_found` */
export async function rewriteComment(
  database: ControlDatabase,
  { id, body, editedAt }: { readonly id: string; readonly body: string; readonly editedAt: string },
): Promise<Comment> {
  const row = await database
    .updateTable("change_comments")
    .set({ body, edited_at: editedAt })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw noComment(id);
  return commentOf(row);
}

/** Marks the thread of a comment as resolved, or as open again; returns its first comment. @throws CmsError `not_found` */
export async function resolveThread(
  database: ControlDatabase,
  { threadId }: Pick<Comment, "threadId">,
  resolved: { readonly at: string; readonly by: string } | undefined,
): Promise<Comment> {
  const row = await database
    .updateTable("change_comments")
    .set({ resolved_at: resolved?.at ?? null, resolved_by: resolved?.by ?? null })
    .where("id", "=", threadId)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw noComment(threadId);
  return commentOf(row);
}

/** Takes a comment away; of the first of a thread with answers its words alone. */
export async function deleteComment(
  database: ControlDatabase,
  { id, threadId }: Pick<Comment, "id" | "threadId">,
  deletedAt: string,
): Promise<void> {
  await transact(database, async (transaction) => {
    const answers = await transaction
      .selectFrom("change_comments")
      .select("id")
      .where("thread", "=", threadId)
      .where("id", "not in", [id, threadId])
      .execute();
    if (id === threadId && answers.length > 0) {
      await transaction
        .updateTable("change_comments")
        .set({ body: "", deleted_at: deletedAt })
        .where("id", "=", id)
        .execute();
      return;
    }
    await transaction.deleteFrom("change_comments").where("id", "=", id).execute();
    // With its last answer the thread is gone.
    if (answers.length > 0) return;
    await transaction
      .deleteFrom("change_comments")
      .where("id", "=", threadId)
      .where("deleted_at", "is not", null)
      .execute();
  });
}

async function find(
  database: ControlDatabase,
  { repository, number }: ChangeKey,
  id: string,
): Promise<ChangeTables["change_comments"]> {
  const row = await database
    .selectFrom("change_comments")
    .selectAll()
    .where("repository", "=", repository)
    .where("number", "=", number)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined || (row.deleted_at !== null && row.thread !== row.id)) throw noComment(id);
  return row;
}

function noComment(id: string): CmsError {
  return new CmsError("not_found", `Comment not found in this change request: ${id}.`);
}

function commentOf(row: ChangeTables["change_comments"]): Comment {
  const { id, body, path, field, line, quote, head } = row;
  return {
    id,
    threadId: row.thread,
    userId: row.user_id,
    body,
    path,
    field,
    line,
    quote,
    head,
    createdAt: row.created_at,
    editedAt: row.edited_at,
    deletedAt: row.deleted_at,
    resolvedAt: row.resolved_at,
    resolvedBy: row.resolved_by,
  };
}

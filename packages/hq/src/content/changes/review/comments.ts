import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import type { ChangeTables } from "../../../platform/db/tables/changes.ts";
import { transact } from "../../../platform/db/transact.ts";
import { randomText } from "../../../platform/secrets/secret-token.ts";
import type { ChangeKey } from "../changes.ts";

/** A comment on a change request or a location in it, or a reply. */
export interface Comment {
  readonly id: string;
  /** The first comment of the thread, which can be this one. */
  readonly threadId: string;
  readonly userId: string | null;
  /** Empty for a comment that was deleted while it had replies. */
  readonly body: string;
  readonly path: string | null;
  readonly field: string | null;
  readonly line: number | null;
  /** The quoted text. */
  readonly quote: string | null;
  /** Head of the branch when the comment was written. */
  readonly head: string | null;
  readonly createdAt: string;
  readonly editedAt: string | null;
  readonly deletedAt: string | null;
  /** Set on the first comment of a thread. */
  readonly resolvedAt: string | null;
  readonly resolvedBy: string | null;
}

/** The location of a thread. */
type Place = Pick<Comment, "path" | "field" | "line" | "quote">;

export interface NewComment extends Place {
  readonly userId: string;
  readonly body: string;
  readonly head: string | null;
  readonly createdAt: string;
  /** Any comment of the thread to reply to. */
  readonly replyTo?: string;
}

/**
 * @throws CmsError `not_found` if the comment to reply to doesn't exist, `invalid` for a reply with its own location
 */
export async function insertComment(
  database: ControlDatabase,
  change: ChangeKey,
  { userId, createdAt, replyTo, ...comment }: NewComment,
): Promise<Comment> {
  const { path, field, line, quote } = comment;
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
      ...comment,
      created_at: createdAt,
      edited_at: null,
      deleted_at: null,
      resolved_at: null,
      resolved_by: null,
    };
    await transaction.insertInto("change_comments").values(row).execute();
    return toComment(row);
  });
}

/** Lists comments, oldest first. */
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
  return rows.map(toComment);
}

/** @throws CmsError `not_found`, also for a deleted comment */
export async function findComment(
  database: ControlDatabase,
  change: ChangeKey,
  id: string,
): Promise<Comment> {
  return toComment(await find(database, change, id));
}

/** Edits a comment. @throws CmsError `not_found` */
export async function editComment(
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
  if (row === undefined) throw commentNotFound(id);
  return toComment(row);
}

/** Resolves or reopens the thread of a comment and returns its first comment. @throws CmsError `not_found` */
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
  if (row === undefined) throw commentNotFound(threadId);
  return toComment(row);
}

/** Deletes a comment. If the first comment of a thread has replies, only its text is deleted. */
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
    // Deleting the last reply also deletes the thread.
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
  if (row === undefined || (row.deleted_at !== null && row.thread !== row.id))
    throw commentNotFound(id);
  return row;
}

function commentNotFound(id: string): CmsError {
  return new CmsError("not_found", `Comment not found in this change request: ${id}.`);
}

function toComment(row: ChangeTables["change_comments"]): Comment {
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

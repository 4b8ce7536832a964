import type { ControlDatabase } from "../../../platform/db/database.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { ChangeKey } from "../changes.ts";

type ViewerChange = ChangeKey & { readonly userId: string };

/** Records that a user has seen all activity up to a time. Earlier times have no effect. */
export async function markSeen(
  database: ControlDatabase,
  { repository, number, userId }: ViewerChange,
  seenAt: string,
): Promise<void> {
  await database
    .insertInto("change_seen")
    .values({ repository, number, user_id: userId, seen_at: seenAt })
    .onConflict((conflict) =>
      conflict
        .columns(["repository", "number", "user_id"])
        .doUpdateSet({ seen_at: seenAt })
        .where("change_seen.seen_at", "<", seenAt),
    )
    .execute();
}

/** The blob at a path when it was marked as viewed. Empty for a file that the change deletes. */
export interface ViewedFile {
  readonly path: string;
  readonly blob: string;
}

/** Marks a file as viewed by a user, or removes the mark. */
export async function markViewed(
  database: ControlDatabase,
  { repository, number, userId }: ViewerChange,
  { path, blob }: { readonly path: string; readonly blob: string | undefined },
): Promise<void> {
  await transact(database, async (transaction) => {
    await transaction
      .deleteFrom("change_viewed")
      .where("repository", "=", repository)
      .where("number", "=", number)
      .where("user_id", "=", userId)
      .where("path", "=", path)
      .execute();
    if (blob === undefined) return;
    const row = { repository, number, user_id: userId, path, blob };
    await transaction.insertInto("change_viewed").values(row).execute();
  });
}

export async function listViewed(
  database: ControlDatabase,
  { repository, number, userId }: ViewerChange,
): Promise<readonly ViewedFile[]> {
  return database
    .selectFrom("change_viewed")
    .select(["path", "blob"])
    .where("repository", "=", repository)
    .where("number", "=", number)
    .where("user_id", "=", userId)
    .execute();
}

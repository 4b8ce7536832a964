import type { Oid } from "@loam/cms-core/git";
import type {
  ExpressionBuilder,
  ExpressionWrapper,
  Nullable,
  SelectQueryBuilder,
  SqlBool,
} from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { type Change, type ChangeKey, toChange, type ChangeState } from "./changes.ts";
import { type Review, toReview } from "./review/reviews.ts";

/** A change request as seen by one user. */
export interface ListedChange extends Change {
  /** Head of its branch, or the last one before it ended. Absent if the branch was removed. */
  readonly head: Oid | undefined;
  readonly reviews: readonly Review[];
  readonly comments: number;
  /** Number of unresolved threads. */
  readonly openThreads: number;
  /** Comments by others since the user's last visit. */
  readonly unreadComments: number;
  /** Whether others made any change since the user's last visit. */
  readonly unread: boolean;
}

/** The user who views the change requests of a repository. */
export interface ChangeViewer {
  readonly repository: string;
  readonly userId: string;
  /** All refs and their commits. */
  readonly refs: ReadonlyMap<string, Oid>;
}

export interface ChangeFilter {
  readonly state?: ChangeState;
  /** User id of the author. */
  readonly author?: string;
  /** User id of a requested reviewer. */
  readonly reviewer?: string;
  readonly unread?: boolean;
  readonly limit: number;
  readonly offset: number;
}

export interface ChangePage {
  readonly changes: readonly ListedChange[];
  readonly totalCount: number;
  /** Counts of the whole repository, regardless of filters. */
  readonly counts: Readonly<Record<ChangeState | "unread", number>>;
}

/** Lists the change requests of a repository, newest first. */
export async function listChanges(
  database: ControlDatabase,
  onlooker: ChangeViewer,
  filter: ChangeFilter,
): Promise<ChangePage> {
  let found = changesSeen(database, onlooker);
  const { state, author, reviewer, unread } = filter;
  if (state !== undefined) found = found.where("changes.state", "=", state);
  if (author !== undefined) found = found.where("changes.created_by", "=", author);
  if (unread !== undefined) {
    found = found.where((eb) => eb(unreadNumber(eb, onlooker), "=", unread ? 1 : 0));
  }
  // Matches an id in the stored JSON array.
  if (reviewer !== undefined) found = found.where("changes.reviewers", "like", `%"${reviewer}"%`);
  const { count } = await found
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll("changes")
    .orderBy("changes.number", "desc")
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return {
    changes: await addUnseenCounts(database, onlooker, rows.map(toChange)),
    totalCount: Number(count),
    counts: await countChanges(database, onlooker),
  };
}

/** Adds to change requests what a user has not seen. */
export async function addUnseenCounts(
  database: ControlDatabase,
  onlooker: ChangeViewer,
  changes: readonly Change[],
): Promise<readonly ListedChange[]> {
  if (changes.length === 0) return [];
  const numbers = changes.map(({ number }) => number);
  const [unread, comments, reviews] = await Promise.all([
    changesSeen(database, onlooker)
      .where("changes.number", "in", numbers)
      .where((eb) => eb(unreadNumber(eb, onlooker), "=", 1))
      .select("changes.number")
      .execute(),
    countComments(database, onlooker, numbers),
    database
      .selectFrom("change_reviews")
      .selectAll()
      .where("repository", "=", onlooker.repository)
      .where("number", "in", numbers)
      .orderBy("created_at")
      .execute(),
  ]);
  const unseen = new Set(unread.map(({ number }) => number));
  return changes.map((change) => {
    const { number, end, branch } = change;
    return {
      ...change,
      ...(comments.get(number) ?? { comments: 0, openThreads: 0, unreadComments: 0 }),
      head: end === undefined ? onlooker.refs.get(branch) : end.head,
      unread: unseen.has(number),
      reviews: reviews.flatMap((row) => (row.number === number ? [toReview(row)] : [])),
    };
  });
}

type Seen = ControlTables & { readonly seen: Nullable<ControlTables["change_seen"]> };

function changesSeen(
  database: ControlDatabase,
  { repository, userId }: Pick<ChangeViewer, "repository" | "userId">,
): SelectQueryBuilder<Seen, "changes" | "seen", object> {
  return database
    .selectFrom("changes")
    .leftJoin("change_seen as seen", (join) =>
      join
        .onRef("seen.repository", "=", "changes.repository")
        .onRef("seen.number", "=", "changes.number")
        .on("seen.user_id", "=", userId),
    )
    .where("changes.repository", "=", repository);
}

type Builder = ExpressionBuilder<Seen, "changes" | "seen">;

/** 1 if others made changes. Drafts and ended change requests count only for users who have viewed them before. */
function unreadNumber(eb: Builder, { userId }: Pick<ChangeViewer, "userId">) {
  const since = eb.fn.coalesce("seen.seen_at", eb.val(""));
  type Time = "changes.updated_at" | "changes.ended_at";
  type Person = "changes.updated_by" | "changes.ended_by";
  const byOthers = (at: Time, by: Person): ExpressionWrapper<Seen, "changes" | "seen", SqlBool> =>
    eb.and([eb(at, ">", since), eb(eb.fn.coalesce(by, eb.val("")), "!=", userId)]);
  const comment = eb
    .selectFrom("change_comments as said")
    .select("said.id")
    .whereRef("said.repository", "=", "changes.repository")
    .whereRef("said.number", "=", "changes.number")
    .where("said.deleted_at", "is", null)
    .where("said.created_at", ">", since)
    .where((inner) => inner(inner.fn.coalesce("said.user_id", inner.val("")), "!=", userId));
  const review = eb
    .selectFrom("change_reviews as told")
    .select("told.user_id")
    .whereRef("told.repository", "=", "changes.repository")
    .whereRef("told.number", "=", "changes.number")
    .where("told.created_at", ">", since)
    .where("told.user_id", "!=", userId);
  return eb
    .case()
    .when(
      eb.and([
        eb.or([
          eb("seen.seen_at", "is not", null),
          eb.and([eb("changes.state", "=", "open"), eb("changes.draft", "=", 0)]),
        ]),
        eb.or([
          byOthers("changes.updated_at", "changes.updated_by"),
          byOthers("changes.ended_at", "changes.ended_by"),
          eb.exists(comment),
          eb.exists(review),
        ]),
      ]),
    )
    .then(1)
    .else(0)
    .end();
}

async function countChanges(
  database: ControlDatabase,
  onlooker: ChangeViewer,
): Promise<ChangePage["counts"]> {
  const rows = await changesSeen(database, onlooker)
    .select((eb) => [
      "changes.state",
      eb.fn.countAll<number | string>().as("count"),
      eb.fn.sum<number | string>(unreadNumber(eb, onlooker)).as("unread"),
    ])
    .groupBy("changes.state")
    .execute();
  const counts = { open: 0, merged: 0, closed: 0, unread: 0 };
  for (const { state, count, unread } of rows) {
    counts[state] = Number(count);
    counts.unread += Number(unread);
  }
  return counts;
}

type CommentCounts = Pick<ListedChange, "comments" | "openThreads" | "unreadComments">;

async function countComments(
  database: ControlDatabase,
  { repository, userId }: ChangeViewer,
  numbers: readonly number[],
): Promise<ReadonlyMap<ChangeKey["number"], CommentCounts>> {
  const rows = await database
    .selectFrom("change_comments as said")
    .leftJoin("change_seen as seen", (join) =>
      join
        .onRef("seen.repository", "=", "said.repository")
        .onRef("seen.number", "=", "said.number")
        .on("seen.user_id", "=", userId),
    )
    .where("said.repository", "=", repository)
    .where("said.number", "in", numbers)
    .groupBy("said.number")
    .select((eb) => {
      const isThere = eb("said.deleted_at", "is", null);
      const isOthers = eb(eb.fn.coalesce("said.user_id", eb.val("")), "!=", userId);
      const isNew = eb("said.created_at", ">", eb.fn.coalesce("seen.seen_at", eb.val("")));
      const isOpen = eb.and([
        eb("said.id", "=", eb.ref("said.thread")),
        eb("said.resolved_at", "is", null),
      ]);
      const count = (condition: typeof isThere) =>
        eb.fn.countAll<number | string>().filterWhere(condition);
      return [
        "said.number",
        count(isThere).as("comments"),
        count(isOpen).as("openThreads"),
        count(eb.and([isThere, isOthers, isNew])).as("unreadComments"),
      ];
    })
    .execute();
  return new Map(
    rows.map(({ number, comments, openThreads, unreadComments }) => [
      number,
      {
        comments: Number(comments),
        openThreads: Number(openThreads),
        unreadComments: Number(unreadComments),
      },
    ]),
  );
}

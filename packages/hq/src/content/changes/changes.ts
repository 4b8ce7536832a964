import { CmsError } from "@loam/cms-core";
import type { Selectable, Updateable } from "kysely";
import { z } from "zod";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { ChangeTables } from "../../platform/db/tables/changes.ts";
import { transact } from "../../platform/db/transact.ts";

export type ChangeState = ChangeTables["changes"]["state"];

/** Owner of the repository: a site, or the workspace whose skills it contains. */
export type ChangeOwner = { readonly siteId: string } | { readonly workspaceId: string };

/** A change request: a branch to be merged into `main`. */
export interface Change {
  /** Id of the owner. */
  readonly repository: string;
  /** 1, 2, … within the repository. */
  readonly number: number;
  readonly title: string;
  readonly description: string;
  /** The full ref. */
  readonly branch: string;
  readonly state: ChangeState;
  /** Whether it is a draft, which isn't ready for review and cannot be merged. */
  readonly draft: boolean;
  /** User id. Null if the user was deleted. */
  readonly createdBy: string | null;
  readonly createdAt: string;
  /** When its text, branch, or reviewers last changed. */
  readonly updatedAt: string;
  /** User id of the last pusher. */
  readonly pushedBy: string | null;
  /** User ids of requested reviewers. */
  readonly reviewers: readonly string[];
  /** How it ended. Absent while open. */
  readonly end?: ChangeEnd;
}

interface ChangeEnd {
  /** Head of the branch. */
  readonly head: string;
  /** Merge base with `main`. */
  readonly base: string;
  readonly mergedCommit: string | null;
  readonly by: string | null;
  readonly at: string;
}

export interface NewChange {
  readonly owner: ChangeOwner;
  readonly title: string;
  readonly description: string;
  readonly branch: string;
  /** @default false */
  readonly draft?: boolean;
  /** User id. Null if no user of HQ opened it. */
  readonly by: string | null;
  /** User ids of requested reviewers. @default none */
  readonly reviewers?: readonly string[];
  /** @default the next number of the repository */
  readonly number?: number;
}

interface Clock {
  readonly now: () => Date;
}

/** Identifies a change request. */
export type ChangeKey = Pick<Change, "repository" | "number">;

export function repositoryOf(owner: ChangeOwner): string {
  return "siteId" in owner ? owner.siteId : owner.workspaceId;
}

/** Whether a user opened a change request or was the last to push to its branch. */
export function isOwn({ createdBy, pushedBy }: Change, userId: string): boolean {
  return userId === createdBy || userId === pushedBy;
}

/** @throws CmsError `conflict` if the branch already has an open change request */
export function insertChange(
  database: ControlDatabase,
  { owner, branch, by, reviewers = [], draft = false, number: wanted = 1, ...text }: NewChange,
  { now }: Clock,
): Promise<Change> {
  return transact(database, async (transaction) => {
    const repository = repositoryOf(owner);
    const open = await findChangeOf(transaction, repository, branch);
    if (open !== undefined) {
      const message = `Change request ${open.number} is already open for this branch.`;
      throw new CmsError("conflict", message, { details: { number: open.number } });
    }
    const at = now().toISOString();
    const row = {
      repository,
      number: Math.max(wanted, (await lastNumber(transaction, repository)) + 1),
      site_id: "siteId" in owner ? owner.siteId : null,
      workspace_id: "workspaceId" in owner ? owner.workspaceId : null,
      title: text.title,
      description: text.description,
      branch,
      state: "open" as const,
      draft: draft ? 1 : 0,
      created_by: by,
      created_at: at,
      updated_at: at,
      updated_by: by,
      pushed_by: by,
      reviewers: printIds(reviewers),
      head: null,
      base: null,
      merged_commit: null,
      ended_by: null,
      ended_at: null,
    };
    await transaction.insertInto("changes").values(row).execute();
    return toChange(row);
  });
}

/** Returns 0 before the first one. */
export async function lastNumber(database: ControlDatabase, repository: string): Promise<number> {
  const row = await database
    .selectFrom("changes")
    .select("number")
    .where("repository", "=", repository)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? 0;
}

/** @throws CmsError `not_found` */
export async function findChange(
  database: ControlDatabase,
  repository: string,
  number: number,
): Promise<Change> {
  const row = await database
    .selectFrom("changes")
    .selectAll()
    .where("repository", "=", repository)
    .where("number", "=", number)
    .executeTakeFirst();
  if (row !== undefined) return toChange(row);
  throw new CmsError("not_found", `Change request ${number} not found.`);
}

/** @throws CmsError `not_found`, or `conflict` if it was merged or closed */
export async function findOpenChange(
  database: ControlDatabase,
  repository: string,
  number: number,
): Promise<Change> {
  const change = await findChange(database, repository, number);
  if (change.state === "open") return change;
  throw new CmsError("conflict", `Change request ${number} is already ${change.state}.`);
}

/** Returns the open change request of a branch. */
export async function findChangeOf(
  database: ControlDatabase,
  repository: string,
  branch: string,
): Promise<Change | undefined> {
  const row = await database
    .selectFrom("changes")
    .selectAll()
    .where("repository", "=", repository)
    .where("branch", "=", branch)
    .where("state", "=", "open")
    .executeTakeFirst();
  return row && toChange(row);
}

/** Lists the open change requests of a repository, newest first. */
export async function listOpenChanges(
  database: ControlDatabase,
  repository: string,
): Promise<readonly Change[]> {
  const rows = await database
    .selectFrom("changes")
    .selectAll()
    .where("repository", "=", repository)
    .where("state", "=", "open")
    .orderBy("number", "desc")
    .execute();
  return rows.map(toChange);
}

/** Lists the merged and closed change requests of some branches, oldest first. */
export async function listEndedChanges(
  database: ControlDatabase,
  repository: string,
  branches: readonly string[],
): Promise<readonly Change[]> {
  const rows = await database
    .selectFrom("changes")
    .selectAll()
    .where("repository", "=", repository)
    .where("state", "!=", "open")
    .where("branch", "in", [...branches])
    .orderBy("number")
    .execute();
  return rows.map(toChange);
}

/** Updates an open change request. @throws CmsError `conflict` if it is no longer open */
export async function updateChange(
  database: ControlDatabase,
  { repository, number }: ChangeKey,
  change: Updateable<ControlTables["changes"]>,
): Promise<Change> {
  const row = await database
    .updateTable("changes")
    .set(change)
    .where("repository", "=", repository)
    .where("number", "=", number)
    .where("state", "=", "open")
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) return toChange(row);
  throw new CmsError("conflict", `Change request ${number} is no longer open.`);
}

/**
 * Reopens a closed change request. @throws CmsError `conflict` if it is open or merged, or its branch has another one
 */
export async function reopenChange(
  database: ControlDatabase,
  { repository, number, branch }: Change,
  { by, now }: Clock & { readonly by: string },
): Promise<Change> {
  return transact(database, async (transaction) => {
    const other = await findChangeOf(transaction, repository, branch);
    if (other !== undefined) {
      const message = `Change request ${other.number} is already open for this branch.`;
      throw new CmsError("conflict", message, { details: { number: other.number } });
    }
    const end = { head: null, base: null, ended_by: null, ended_at: null };
    const row = await transaction
      .updateTable("changes")
      .set({ ...end, state: "open", updated_at: now().toISOString(), updated_by: by })
      .where("repository", "=", repository)
      .where("number", "=", number)
      .where("state", "=", "closed")
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined) return toChange(row);
    throw new CmsError("conflict", `Change request ${number} is not closed.`);
  });
}

/**
 * Records who moved the branch of an open change request. Merging `main` into it without resolving conflicts doesn't
 * make the user its pusher.
 *
 * @throws CmsError `conflict` if it is no longer open
 */
export async function recordBranchMove(
  database: ControlDatabase,
  change: ChangeKey,
  { by, now, brings = "own" }: Clock & { readonly by: string; readonly brings?: "own" | "main" },
): Promise<void> {
  const moved = { updated_at: now().toISOString(), updated_by: by };
  await updateChange(database, change, brings === "main" ? moved : { ...moved, pushed_by: by });
}

/**
 * Records who is about to push to a branch, even if its change request is closed, because it can be reopened. Must run
 * before the branch moves: even if HQ is interrupted, no one can approve their own push.
 */
export async function setPusher(
  database: ControlDatabase,
  { repository, branch }: Pick<Change, "repository" | "branch">,
  by: string,
): Promise<void> {
  await database
    .updateTable("changes")
    .set({ pushed_by: by })
    .where("repository", "=", repository)
    .where("branch", "=", branch)
    .where("state", "!=", "merged")
    .execute();
}

/** Converts a row of the table. */
export function toChange(row: Selectable<ControlTables["changes"]>): Change {
  const { head, base, ended_at: at } = row;
  const end = { mergedCommit: row.merged_commit, by: row.ended_by };
  return {
    repository: row.repository,
    number: row.number,
    title: row.title,
    description: row.description,
    branch: row.branch,
    state: row.state,
    draft: row.draft === 1,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    pushedBy: row.pushed_by,
    reviewers: z.array(z.string()).parse(JSON.parse(row.reviewers)),
    ...(head !== null && base !== null && at !== null && { end: { ...end, head, base, at } }),
  };
}

/** Formats user ids for a row, without duplicates. */
export function printIds(ids: readonly string[]): string {
  return JSON.stringify([...new Set(ids)]);
}

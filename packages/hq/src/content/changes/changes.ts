import { CmsError } from "@loam/cms-core";
import type { Selectable, Updateable } from "kysely";
import { z } from "zod";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { ChangeTables } from "../../platform/db/tables/changes.ts";
import { transact } from "../../platform/db/transact.ts";

export type ChangeState = ChangeTables["changes"]["state"];

/** A change request: a branch of a site's repository that is to be merged into `main`. */
export interface Change {
  readonly siteId: string;
  /** 1, 2, … at its site. */
  readonly number: number;
  readonly title: string;
  readonly description: string;
  /** The whole ref. */
  readonly branch: string;
  readonly state: ChangeState;
  /** User id; null where the person is gone. */
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** User ids of those who are asked for a review. */
  readonly reviewers: readonly string[];
  /** How it ended; absent while it is open. */
  readonly end?: ChangeEnd;
}

interface ChangeEnd {
  /** Where the branch stood. */
  readonly head: string;
  /** Where it left `main`. */
  readonly base: string;
  readonly mergedCommit: string | null;
  readonly by: string | null;
  readonly at: string;
}

export interface NewChange {
  readonly siteId: string;
  readonly title: string;
  readonly description: string;
  readonly branch: string;
  /** User id. */
  readonly by: string;
  /** @default the next one of the site */
  readonly number?: number;
}

interface Clock {
  readonly now: () => Date;
}

/** @throws CmsError `conflict` when the branch has an open change request already */
export function insertChange(
  database: ControlDatabase,
  { siteId, title, description, branch, by, number: wanted = 1 }: NewChange,
  { now }: Clock,
): Promise<Change> {
  return transact(database, async (transaction) => {
    const open = await transaction
      .selectFrom("changes")
      .select("number")
      .where("site_id", "=", siteId)
      .where("branch", "=", branch)
      .where("state", "=", "open")
      .executeTakeFirst();
    if (open !== undefined) {
      const message = `Change request ${open.number} is open for this branch already.`;
      throw new CmsError("conflict", message, { details: { number: open.number } });
    }
    const at = now().toISOString();
    const row = {
      site_id: siteId,
      number: Math.max(wanted, (await lastNumber(transaction, siteId)) + 1),
      title,
      description,
      branch,
      state: "open" as const,
      created_by: by,
      created_at: at,
      updated_at: at,
      reviewers: "[]",
      head: null,
      base: null,
      merged_commit: null,
      ended_by: null,
      ended_at: null,
    };
    await transaction.insertInto("changes").values(row).execute();
    return changeOf(row);
  });
}

/** 0 before the first one. */
export async function lastNumber(database: ControlDatabase, siteId: string): Promise<number> {
  const row = await database
    .selectFrom("changes")
    .select("number")
    .where("site_id", "=", siteId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? 0;
}

/** @throws CmsError `not_found` */
export async function findChange(
  database: ControlDatabase,
  siteId: string,
  number: number,
): Promise<Change> {
  const row = await database
    .selectFrom("changes")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("number", "=", number)
    .executeTakeFirst();
  if (row !== undefined) return changeOf(row);
  throw new CmsError("not_found", `The site has no change request ${number}.`);
}

/** @throws CmsError `not_found`, `conflict` for one that was merged or closed */
export async function findOpenChange(
  database: ControlDatabase,
  siteId: string,
  number: number,
): Promise<Change> {
  const change = await findChange(database, siteId, number);
  if (change.state === "open") return change;
  throw new CmsError("conflict", `Change request ${number} is ${change.state} already.`);
}

/** The open change request of a branch. */
export async function findChangeOf(
  database: ControlDatabase,
  siteId: string,
  branch: string,
): Promise<Change | undefined> {
  const row = await database
    .selectFrom("changes")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("branch", "=", branch)
    .where("state", "=", "open")
    .executeTakeFirst();
  return row && changeOf(row);
}

export interface ChangePage {
  readonly changes: readonly Change[];
  readonly totalCount: number;
}

/** The change requests of a site, the newest first. */
export async function listChanges(
  database: ControlDatabase,
  siteId: string,
  page: { readonly state?: ChangeState; readonly limit: number; readonly offset: number },
): Promise<ChangePage> {
  let found = database.selectFrom("changes").where("site_id", "=", siteId);
  if (page.state !== undefined) found = found.where("state", "=", page.state);
  const { count } = await found
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy("number", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { changes: rows.map(changeOf), totalCount: Number(count) };
}

/** Changes one that is open. @throws CmsError `conflict` for one that is not any more */
export async function updateChange(
  database: ControlDatabase,
  { siteId, number }: Pick<Change, "siteId" | "number">,
  change: Updateable<ControlTables["changes"]>,
): Promise<Change> {
  const row = await database
    .updateTable("changes")
    .set(change)
    .where("site_id", "=", siteId)
    .where("number", "=", number)
    .where("state", "=", "open")
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) return changeOf(row);
  throw new CmsError("conflict", `Change request ${number} is not open any more.`);
}

function changeOf(row: Selectable<ControlTables["changes"]>): Change {
  const { head, base, ended_at: at } = row;
  const end = { mergedCommit: row.merged_commit, by: row.ended_by };
  return {
    siteId: row.site_id,
    number: row.number,
    title: row.title,
    description: row.description,
    branch: row.branch,
    state: row.state,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    reviewers: z.array(z.string()).parse(JSON.parse(row.reviewers)),
    ...(head !== null && base !== null && at !== null && { end: { ...end, head, base, at } }),
  };
}

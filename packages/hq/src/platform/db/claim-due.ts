import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import { type ClockOptions, instantFromNow, databaseKind } from "./database-clock.ts";

/**
 * Columns of a job table. Each row is deferred work, such as a webhook delivery or a mail, that one process does once.
 * The owner of the table adds its own columns and an index on `due_at`.
 */
export interface DueColumns {
  id: string;
  /** When the work is due. Null: nothing left to do. While claimed: when the claim expires. */
  due_at: string | null;
  /** Holder and id of the last claim. Null if never claimed or settled. */
  claim: string | null;
  /** Number of claims so far. */
  claims: number;
}

/** The tables of a database that have `DueColumns`. */
type DueTable<DB> = {
  [T in keyof DB & string]: Selectable<DB[T]> extends DueColumns ? T : never;
}[keyof DB & string];

interface HolderOptions extends ClockOptions {
  /**
   * Name that only one process has at a time and that its successor inherits: its private folder, or empty if it is the
   * only process.
   */
  readonly holder: string;
}

export interface ClaimOptions extends HolderOptions {
  /** Maximum number of rows. */
  readonly limit: number;
  /** Duration of the claim. If the process dies and has no successor, its rows are due again afterwards. */
  readonly holdMs: number;
}

/**
 * Claims due rows, longest due first. No two processes get the same row, and none waits for another. The caller settles
 * each row with `settleClaim`.
 */
export async function claimDue<DB, T extends DueTable<DB>>(
  database: Kysely<DB>,
  table: T,
  { holder, limit, holdMs, now }: ClaimOptions,
): Promise<readonly Selectable<DB[T]>[]> {
  // SQLite has a single writer and doesn't support this clause.
  const skip = databaseKind(database) === "postgres" ? sql`for update skip locked` : sql``;
  // `due` has only columns of the table, so `*` returns the same in both databases. Materialized, because PostgreSQL
  // could otherwise rerun the subquery and claim more rows than the limit.
  const { rows } = await sql<Selectable<DB[T]>>`
    with due as materialized (
      select id from ${sql.table(table)}
      where due_at <= ${instantFromNow(database, 0, { now })}
      order by due_at, id limit ${limit} ${skip}
    )
    update ${sql.table(table)}
    set due_at = ${instantFromNow(database, holdMs, { now })},
      claim = ${`${holder}${randomUUID()}`},
      claims = claims + 1
    from due where ${sql.table(table)}.id = due.id
    returning *`.execute(database);
  return rows;
}

/**
 * Ends a claim. `dueAt` is when the row is due again, or null for never. The owner of the table updates other columns
 * in the same transaction.
 *
 * @returns false, without changes, if the claim expired and another process has the row.
 */
export async function settleClaim<DB>(
  database: Kysely<DB>,
  table: DueTable<DB>,
  { id, claim }: Pick<DueColumns, "id" | "claim">,
  { dueAt }: { readonly dueAt: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set due_at = ${dueAt}, claim = null
    where id = ${id} and claim = ${claim}`.execute(database);
  return numAffectedRows === 1n;
}

/** Ends the claims of this process's dead predecessor, so that its rows are due now. */
export async function releaseClaims<DB>(
  database: Kysely<DB>,
  table: DueTable<DB>,
  { holder, now }: HolderOptions,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set due_at = ${instantFromNow(database, 0, { now })}, claim = null
    where substr(claim, 1, ${holder.length}) = ${holder}`.execute(database);
}

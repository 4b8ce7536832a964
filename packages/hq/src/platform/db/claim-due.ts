import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import { type ClockOptions, instantFromNow, databaseKind } from "./database-clock.ts";

/**
 * The columns of a table whose rows are work that is done later, once, by whichever process comes
 * first: webhook deliveries, mail. Its owner adds others, and an index of `due_at`.
 */
export interface DueColumns {
  id: string;
  /** When it is to be done; null when nothing is left to do. While it is claimed: when the claim ends. */
  due_at: string | null;
  /** Of the last claim: its holder and an id; null when it was never claimed or has been settled. */
  claim: string | null;
  /** How often it was claimed. */
  claims: number;
}

/** The tables of a database that have `DueColumns`. */
type DueTable<DB> = {
  [T in keyof DB & string]: Selectable<DB[T]> extends DueColumns ? T : never;
}[keyof DB & string];

interface HolderOptions extends ClockOptions {
  /** A name that one process at a time has, also in the next one's time: its folder among several, none where it is alone. */
  readonly holder: string;
}

export interface ClaimOptions extends HolderOptions {
  /** The most rows to take. */
  readonly limit: number;
  /** For how long; when the process dies and none follows it, its rows are due again after it. */
  readonly holdMs: number;
}

/**
 * Takes rows that are due, the longest due first. No two processes get one at the same time, and none
 * waits for another; whoever claimed a row settles it with `settleClaim`.
 */
export async function claimDue<DB, T extends DueTable<DB>>(
  database: Kysely<DB>,
  table: T,
  { holder, limit, holdMs, now }: ClaimOptions,
): Promise<readonly Selectable<DB[T]>[]> {
  // SQLite has one writer at a time and no such clause.
  const skip = databaseKind(database) === "postgres" ? sql`for update skip locked` : sql``;
  // The columns of `due` are among the table's own, so `*` is the same in both databases.
  // Materialized: PostgreSQL might run a subquery again, and then claims more than the limit.
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
 * Ends a claim: `dueAt` is when the row is to be done again, null for never. The owner of the table sets other
 * columns, in the same transaction.
 *
 * @returns false when the claim had ended and another process has the row: nothing is changed.
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

/** Ends the claims of the process that had this name before, which is no more: its rows are due now. */
export async function releaseClaims<DB>(
  database: Kysely<DB>,
  table: DueTable<DB>,
  { holder, now }: HolderOptions,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set due_at = ${instantFromNow(database, 0, { now })}, claim = null
    where substr(claim, 1, ${holder.length}) = ${holder}`.execute(database);
}

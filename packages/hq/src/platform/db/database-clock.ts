import { PostgresAdapter, type RawBuilder, sql } from "kysely";
import type { DatabaseAddress } from "./database-address.ts";

/** Returns the kind of database, for the few statements that need two SQL dialects. */
export function databaseKind(database: {
  getExecutor(): { readonly adapter: unknown };
}): DatabaseAddress["kind"] {
  return database.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}

export interface ClockOptions {
  /** @default the clock of PostgreSQL, which all machines share; this process's clock with SQLite */
  readonly now?: (() => Date) | undefined;
}

type AnyDatabase = Parameters<typeof databaseKind>[0];

/** The time this many milliseconds from now, formatted as in the tables. */
export function instantFromNow(
  database: AnyDatabase,
  milliseconds: number,
  { now }: ClockOptions,
): RawBuilder<string> {
  const clock = now ?? ownClock(databaseKind(database));
  if (clock !== undefined) {
    return sql`cast(${new Date(clock().getTime() + milliseconds).toISOString()} as text)`;
  }
  return sql`to_char(
    (clock_timestamp() + cast(${milliseconds} as bigint) * interval '1 millisecond') at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The current time in milliseconds since 1970. */
export function millisecondsNow(database: AnyDatabase, { now }: ClockOptions): RawBuilder<number> {
  const clock = now ?? ownClock(databaseKind(database));
  if (clock !== undefined) return sql`cast(${clock().getTime()} as bigint)`;
  return sql`cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)`;
}

function ownClock(kind: DatabaseAddress["kind"]): (() => Date) | undefined {
  return kind === "sqlite" ? () => new Date() : undefined;
}

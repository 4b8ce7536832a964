import { PostgresAdapter } from "kysely";
import type { DatabaseAddress } from "./database-address.ts";

/** What the little that cannot be said in one SQL for both is chosen by. */
export function databaseKind(database: {
  getExecutor(): { readonly adapter: unknown };
}): DatabaseAddress["kind"] {
  return database.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}

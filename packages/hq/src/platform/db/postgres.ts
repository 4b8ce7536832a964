import { type Dialect, PostgresDialect } from "kysely";

/** Kysely's PostgreSQL dialect over a `pg` pool, which is loaded by the first query. */
export function postgresDialect(url: string): Dialect {
  return new PostgresDialect({
    pool: async () => {
      const { openPostgresPool } = await import("./postgres-pool.ts");
      return openPostgresPool(url);
    },
  });
}

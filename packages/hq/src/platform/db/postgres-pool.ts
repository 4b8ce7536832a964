import type { PostgresPool } from "kysely";
import { Pool, type PoolClient, type PoolConfig, types } from "pg";
import { planName } from "./kept-plan.ts";
import { databaseUnavailable } from "./postgres-failure.ts";

/** Per process. A PostgreSQL server accepts 100 connections by default. */
const CONNECTIONS = 10;

const LIMITS = {
  max: CONNECTIONS,
  /** Also how long a query waits for a free connection. */
  connectionTimeoutMillis: 5000,
  idleTimeoutMillis: 30_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
  application_name: "loam-hq",
} as const satisfies PoolConfig;

/** Creates a connection pool. Nothing connects before the first query. */
export function openPostgresPool(url: string): PostgresPool {
  const pool = new Pool({ ...LIMITS, connectionString: url, types: { getTypeParser } });
  // If the server closes an idle connection, only this event reports it, and an unhandled event would end the process.
  // The next query notices.
  pool.on("error", ignore).on("connect", (client) => client.on("error", ignore));
  // Keyed by client of the pool, so that each is wrapped only once.
  const known = new WeakMap<PoolClient, PoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    // Not `pool.connect().catch`: a missing certificate file throws before the promise exists.
    connect: async () => {
      try {
        const client = await pool.connect();
        const keeping = known.get(client) ?? keepingPlans(client);
        known.set(client, keeping);
        return keeping;
      } catch (error) {
        throw databaseUnavailable(url, error);
      }
    },
  };
}

function ignore(): void {}

/** Wraps the client so that statements with kept plans are sent as prepared statements. */
function keepingPlans(client: PoolClient): PoolClient {
  return new Proxy(client, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== "function") return member;
      return (...given: readonly unknown[]) =>
        Reflect.apply(member, target, key === "query" ? asPreparedStatement(given) : given);
    },
  });
}

function asPreparedStatement(given: readonly unknown[]): readonly unknown[] {
  const [text, values] = given;
  const name = typeof text === "string" ? planName(text) : undefined;
  return name === undefined ? given : [{ name, text, values }];
}

/** `bigint` and `numeric`, which SQLite returns as numbers. Includes counts and sums. */
const NUMBERS: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC]);

const getTypeParser: typeof types.getTypeParser = (
  id: Parameters<typeof types.getTypeParser>[0],
  format?: "text" | "binary",
) => {
  if (NUMBERS.has(id) && format !== "binary") return Number;
  return format === "binary" ? types.getTypeParser(id, "binary") : types.getTypeParser(id, "text");
};

import { setTimeout as delay } from "node:timers/promises";
import { databaseKind } from "./database-clock.ts";
import type { ControlDatabase } from "./database.ts";

const ATTEMPTS = 10;
const FIRST_WAIT_MS = 4;

/**
 * Does work in a transaction as if no other ran beside it, in both databases: what it has read is still
 * so when it commits. PostgreSQL refuses one of two that could not have run one after the other, and
 * the work is done again: it may run several times, so it changes nothing but the database. Within a
 * transaction it is part of that one.
 */
export async function transact<T>(
  database: ControlDatabase,
  work: (transaction: ControlDatabase) => Promise<T>,
): Promise<T> {
  if (database.isTransaction) return work(database);
  if (databaseKind(database) === "sqlite") return database.transaction().execute(work);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().setIsolationLevel("serializable").execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isCollision(error)) throw error;
    }
    // At random, or those that collided would collide again.
    await delay(Math.random() * FIRST_WAIT_MS * 2 ** attempt);
  }
}

/** Two transactions that could not have run one after the other, or that waited for each other. */
function isCollision(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && (error.code === "40001" || error.code === "40P01")
  );
}

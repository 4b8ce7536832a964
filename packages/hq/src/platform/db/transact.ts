import { setTimeout as delay } from "node:timers/promises";
import { databaseKind } from "./database-clock.ts";
import type { ControlDatabase } from "./database.ts";

const ATTEMPTS = 10;
const FIRST_WAIT_MS = 4;

/**
 * Runs work in a serializable transaction in both databases: everything it has read still holds when it commits.
 * PostgreSQL rejects one of two conflicting transactions, which is then retried, so `work` can run several times and
 * must have no effect outside the database. Within a transaction it joins that one.
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
    // Jitter, so that conflicting transactions don't collide again.
    await delay(Math.random() * FIRST_WAIT_MS * 2 ** attempt);
  }
}

/** Whether two transactions conflicted or deadlocked. */
function isCollision(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && (error.code === "40001" || error.code === "40P01")
  );
}

import { setTimeout as delay } from "node:timers/promises";
import { databaseKind } from "./database-clock.ts";
import type { ControlDatabase } from "./database.ts";

/**
 * Waits, after a change was committed, until no other process still goes by what it read before. What they remember of
 * rows lasts `maxAgeMs` at most, counted from before it was read. With SQLite there is no other process.
 */
export async function waitForOthers(
  database: ControlDatabase,
  { maxAgeMs }: { readonly maxAgeMs: number },
): Promise<void> {
  if (databaseKind(database) === "postgres") await delay(maxAgeMs);
}

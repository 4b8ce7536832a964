import { setTimeout as delay } from "node:timers/promises";
import { databaseKind } from "./database-clock.ts";
import type { ControlDatabase } from "./database.ts";

/**
 * Waits, after a committed change, until no other process uses cached rows from before it. Rows are cached for at most
 * `maxAgeMs`, counted from before they were read. With SQLite there are no other processes.
 */
export async function waitForOthers(
  database: ControlDatabase,
  { maxAgeMs }: { readonly maxAgeMs: number },
): Promise<void> {
  if (databaseKind(database) === "postgres") await delay(maxAgeMs);
}

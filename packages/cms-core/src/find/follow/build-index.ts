import { setImmediate } from "node:timers/promises";
import type { GitRepository } from "../../git/repository/repository.ts";
import { finishDraftFile, openDraftFile } from "../schema/database.ts";
import { LISTS } from "../schema/tables.ts";
import { fillMain } from "./follow-main.ts";
import { followPublished } from "./follow-published.ts";
import { type IndexHeads, openSession } from "./index-session.ts";

/** Fills a new index file with the content of the two commits. */
export async function fillIndex(
  draft: string,
  repository: GitRepository,
  { main, published }: IndexHeads,
): Promise<void> {
  const database = openDraftFile(draft);
  try {
    const session = await openSession(database, repository, main);
    if (main !== undefined) await fillMain(session, repository, main);
    if (published !== undefined) await followPublished(session, repository, published);
    for (const statement of LISTS) {
      database.exec(statement);
      // Each step takes a while for many entries.
      await setImmediate();
    }
    finishDraftFile(database);
  } finally {
    database.close();
  }
}

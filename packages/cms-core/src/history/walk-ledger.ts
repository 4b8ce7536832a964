import { ledgerPath } from "../content/site/layout.ts";
import type { LoggedChanges } from "../git/read/file-log.ts";
import type { GitRepository } from "../git/repository/repository.ts";
import type { LedgerRecord } from "../model/ledger.ts";
import { readPublishedTree } from "../publish/branch/published-tree.ts";
import { readLedger } from "../publish/branch/read-ledger.ts";
import type { EntryPlace } from "./entry-place.ts";

/** A commit on `published` that changed what is live of an entry. */
export interface LedgerStep {
  readonly logged: LoggedChanges;
  /** As the commit left it. */
  readonly record: LedgerRecord;
}

const FIRST_STEPS = 32;
const STEPS = 512;

/** Where the ledger of an entry is now; undefined when it was never published. */
export async function publishedStart(
  repository: GitRepository,
  id: string,
): Promise<EntryPlace | undefined> {
  const { commit, ledgersOf } = await readPublishedTree(repository);
  const path = (await ledgersOf([id])).get(id)?.path;
  return commit === undefined || path === undefined ? undefined : { commit, path };
}

/** What was published of an entry, newest first. */
export async function* walkLedger(
  repository: GitRepository,
  id: string,
  from: EntryPlace | undefined,
): AsyncGenerator<LedgerStep> {
  if (from === undefined) return;
  const type = from.path.split("/")[1] ?? "";
  const path = ledgerPath(type, id);
  let commits: readonly string[] = [from.commit];
  for (let limit = FIRST_STEPS; commits.length > 0; limit = STEPS) {
    const log = await repository.fileLog({ commits, path, limit });
    for (const logged of log) {
      const blob = logged.changes.find((change) => change.path === path)?.after;
      // A move changes no version.
      if (blob === undefined || logged.trailers["Loam-Action"] === "reorder") continue;
      const bytes = await repository.readBlob(blob);
      yield { logged, record: readLedger(bytes, { path, type, id }) };
    }
    commits = log.length < limit ? [] : (log.at(-1)?.parents ?? []);
  }
}

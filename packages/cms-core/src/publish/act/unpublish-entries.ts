import { ledgerPath } from "../../content/site/layout.ts";
import { printLedgerFile } from "../../content/site/ledger-file.ts";
import type { FileEdit } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/ledger.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { commitPublished, readRecords } from "../branch/commit-published.ts";
import { changingPublished } from "../branch/published-queue.ts";
import { findPin, readPublishedTree } from "../branch/published-tree.ts";
import type { Published } from "./publish-entries.ts";

export interface UnpublishOptions {
  readonly ids: readonly string[];
  readonly actor: Actor;
  /** @default the system's clock */
  readonly now?: () => Date;
}

/**
 * Takes entries off the live site in one commit on `published`; their ledger records stay. Entries that
 * are not live are left alone, also those that `main` no longer has.
 */
export async function unpublishEntries(
  store: SiteStore,
  { ids, actor, now = () => new Date() }: UnpublishOptions,
): Promise<Published> {
  const { repository } = store;
  return changingPublished(repository, async () => {
    const tree = await readPublishedTree(repository);
    const known = await readRecords(repository, tree, [...new Set(ids)]);
    const files = new Map<string, FileEdit>();
    const records: LedgerRecord[] = [];
    for (const record of known.values()) {
      if (record.state === "unpublished") continue;
      const pinned = await findPin(record, tree);
      const after: LedgerRecord = { ...record, state: "unpublished" };
      if (pinned !== undefined) files.set(pinned, null);
      files.set(ledgerPath(record.type, record.id), printLedgerFile(after));
      records.push(after);
    }
    const change = { files, records, actor, siteId: store.site().id, when: now() };
    const commit = await commitPublished(repository, tree, { ...change, action: "unpublish" });
    return { commit, records, changed: files.size > 0 };
  });
}

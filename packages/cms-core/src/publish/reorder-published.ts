import { ledgerPath } from "../content/layout.ts";
import { printLedgerFile } from "../content/ledger-file.ts";
import type { FileEdit } from "../git/repository.ts";
import type { LedgerRecord } from "../model/ledger.ts";
import type { SiteStore } from "../store/site-store.ts";
import type { Actor } from "../store/site-writer.ts";
import { changingPublished, commitPublished, readRecords } from "./commit-published.ts";
import type { Published } from "./publish-entries.ts";
import { readPublishedTree } from "./published-tree.ts";

export interface ReorderOptions {
  /** The `sortOrder` of entries by id. */
  readonly orders: ReadonlyMap<string, number>;
  readonly actor: Actor;
  /** @default says how many entries were moved */
  readonly message?: string;
  /** @default the system's clock */
  readonly now?: () => Date;
}

/**
 * Gives live entries another place in the order, in one commit on `published`: of each, its ledger record
 * alone changes, and its version stays. Entries that are not live are left alone.
 */
export async function reorderPublished(
  store: SiteStore,
  { orders, actor, message, now = () => new Date() }: ReorderOptions,
): Promise<Published> {
  const { repository } = store;
  return changingPublished(repository, async () => {
    const tree = await readPublishedTree(repository);
    const known = await readRecords(repository, tree, [...orders.keys()]);
    const files = new Map<string, FileEdit>();
    const records: LedgerRecord[] = [];
    for (const record of known.values()) {
      const sortOrder = orders.get(record.id) ?? record.sortOrder;
      if (record.state === "unpublished" || record.sortOrder === sortOrder) continue;
      const after: LedgerRecord = { ...record, sortOrder };
      files.set(ledgerPath(record.type, record.id), printLedgerFile(after));
      records.push(after);
    }
    const change = { files, records, actor, siteId: store.site().id, when: now() };
    const commit = await commitPublished(repository, tree, {
      ...change,
      action: "reorder",
      message: message ?? `Move ${records.length === 1 ? "an entry" : `${records.length} entries`}`,
    });
    return { commit, records };
  });
}

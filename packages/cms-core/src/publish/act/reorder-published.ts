import { ledgerPath } from "../../content/site/layout.ts";
import { printLedgerFile } from "../../content/site/ledger-file.ts";
import type { FileEdit } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import type { MovedEntry } from "../../site/save/save-orders.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { commitPublished, readRecords } from "../branch/commit-published.ts";
import { changingPublished } from "../branch/published-queue.ts";
import { findPin, readPublishedTree } from "../branch/published-tree.ts";
import type { Published } from "./publish-entries.ts";

export interface ReorderOptions {
  /** Of `saveOrders`, by entry id. */
  readonly moved: ReadonlyMap<string, MovedEntry>;
  readonly actor: Actor;
  /** @default says how many entries were moved */
  readonly message?: string;
  /** @default the system's clock */
  readonly now?: () => Date;
}

/**
 * Gives live entries another place in the order, in one commit on `published`: what is live of them and
 * their versions stay. One that was live as it is stays so: its new file is pinned. Entries that are not
 * live are left alone.
 */
export async function reorderPublished(
  store: SiteStore,
  { moved, actor, message, now = () => new Date() }: ReorderOptions,
): Promise<Published> {
  const { repository } = store;
  return changingPublished(repository, async () => {
    const tree = await readPublishedTree(repository);
    const known = await readRecords(repository, tree, [...moved.keys()]);
    const files = new Map<string, FileEdit>();
    const records: LedgerRecord[] = [];
    for (const record of known.values()) {
      const move = moved.get(record.id);
      if (move === undefined || record.state === "unpublished") continue;
      const isSame = record.blob === move.before && (await findPin(record, tree)) === move.path;
      const { sortOrder } = move;
      const after: LedgerRecord = { ...record, sortOrder, ...(isSame && { blob: move.after }) };
      if (after.blob === record.blob && sortOrder === record.sortOrder) continue;
      if (isSame) files.set(move.path, { oid: move.after });
      files.set(ledgerPath(record.type, record.id), printLedgerFile(after));
      records.push(after);
    }
    const change = { files, records, actor, siteId: store.site().id, when: now() };
    const commit = await commitPublished(repository, tree, {
      ...change,
      action: "reorder",
      message: message ?? `Move ${records.length === 1 ? "an entry" : `${records.length} entries`}`,
    });
    return { commit, records, changed: files.size > 0 };
  });
}

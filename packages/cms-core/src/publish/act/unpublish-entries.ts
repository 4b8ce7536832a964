import { CmsError } from "../../base/errors.ts";
import { ledgerPath } from "../../content/site/layout.ts";
import { printLedgerFile } from "../../content/site/ledger-file.ts";
import type { FileEdit } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import type { DeleteOptions } from "../../site/save/delete-content.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { commitPublished } from "../branch/commit-published.ts";
import { liveAmong, withDeletionNote } from "../branch/deletion-notes.ts";
import { enqueueChange } from "../branch/publish-queue.ts";
import { readLedgerRecords, findPin, readPublishedTree } from "../branch/published-tree.ts";
import type { Published } from "./publish-entries.ts";

export interface UnpublishOptions {
  readonly ids: readonly string[];
  readonly actor: Actor;
  /** @default the system clock */
  readonly now?: () => Date;
}

/**
 * Unpublishes entries in one commit on `published`; their ledger records stay. Ignores entries that aren't live. Works
 * also for entries that `main` no longer has.
 */
export async function unpublishEntries(
  store: SiteStore,
  { ids, actor, now = () => new Date() }: UnpublishOptions,
): Promise<Published> {
  const { repository } = store;
  return enqueueChange(repository, async () => {
    const tree = await readPublishedTree(repository);
    const known = await readLedgerRecords(repository, tree, [...new Set(ids)]);
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

export interface DeletedEntry {
  /** The commit on `main` that removed the file; absent if there was no file. */
  readonly commit?: string;
  /** Whether the entry was live. */
  readonly unpublished: boolean;
}

export interface DeleteEntryOptions extends DeleteOptions {
  /** @default the system clock */
  readonly now?: () => Date;
}

/**
 * Unpublishes an entry if it is live, then removes it from `main`, so that no deleted entry is ever live. Also
 * unpublishes an entry that exists only on the live site. If the process is killed in between, `finishDeletions`
 * completes the deletion.
 *
 * @throws CmsError `content_not_found`, `stale` (nothing has changed then, except after a save between the two
 * commits), `conflict` if several files have the id
 */
export async function deleteEntry(
  store: SiteStore,
  id: string,
  { now, ...options }: DeleteEntryOptions,
): Promise<DeletedEntry> {
  // Finds every reason to refuse the deletion before anything is unpublished.
  const ref = store.uniqueEntry(id);
  const { actor, expected } = options;
  if (ref !== undefined && expected !== undefined && expected !== ref.blob) {
    throw new CmsError("stale", "Someone else changed the entry. Read it again, then retry.", {
      details: { expected, current: ref.blob },
    });
  }
  const remove = async (): Promise<DeletedEntry> => {
    const { records } = await unpublishEntries(store, { ids: [id], actor, ...(now && { now }) });
    const unpublished = records.length > 0;
    if (ref === undefined && unpublished) return { unpublished };
    return { commit: await store.deleteEntry(id, options), unpublished };
  };
  if (ref === undefined || !(await liveAmong(store, [id])).has(id)) return remove();
  return withDeletionNote(store, { entries: [ref], actor }, remove);
}

export interface DeletedEntries {
  readonly deleted: readonly string[];
  readonly refused: ReadonlyMap<string, CmsError>;
  /** Whether a commit was created on either branch. */
  readonly changed: boolean;
}

/**
 * Like `deleteEntry` for several entries, with one commit per branch. Deletes those that can be deleted and reports why
 * the others cannot.
 */
export async function deleteEntries(
  store: SiteStore,
  ids: readonly string[],
  { actor, now }: Pick<DeleteEntryOptions, "actor" | "now">,
): Promise<DeletedEntries> {
  const refs = [...new Set(ids)].map((id) => ({ id, files: store.entriesWithId(id) }));
  const live = await liveAmong(
    store,
    refs.filter(({ files }) => files.length <= 1).map(({ id }) => id),
  );
  const remove = async (): Promise<DeletedEntries> => {
    const off = { ids: [...live], actor, ...(now && { now }) };
    const { changed: isOff } = await unpublishEntries(store, off);
    const existing = refs.filter(({ id, files }) => files.length > 0 || !live.has(id));
    const { done, refused, changed } = await store.changeMany(
      { ids: existing.map(({ id }) => id), change: { kind: "delete" } },
      { actor },
    );
    const deleted = refs.map(({ id }) => id).filter((id) => done.has(id) || !refused.has(id));
    return { deleted, refused, changed: changed || isOff };
  };
  const entries = refs.flatMap(({ id, files }) => (live.has(id) ? files : []));
  return entries.length === 0 ? remove() : withDeletionNote(store, { entries, actor }, remove);
}

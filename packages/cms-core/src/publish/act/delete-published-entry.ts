import { CmsError } from "../../base/errors.ts";
import type { DeleteOptions } from "../../site/save/delete-entry.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { liveAmong, notingDeletion } from "../branch/noted-deletions.ts";
import { unpublishEntries } from "./unpublish-entries.ts";

export interface DeletedEntry {
  /** The commit on `main` that removed its file; absent where there was none to remove. */
  readonly commit?: string;
  /** Whether it was live until now. */
  readonly unpublished: boolean;
}

export interface DeleteEntryOptions extends DeleteOptions {
  /** @default the system's clock */
  readonly now?: () => Date;
}

/**
 * Takes an entry off the live site, if it is there, and removes it from `main`: so that nothing is live
 * whose entry is gone. An entry that only is live is taken off. Where the process is killed between the two,
 * `finishDeletions` does the rest.
 *
 * @throws CmsError `content_not_found`, `stale` (nothing was changed then, but for a save between the two
 * commits), `conflict` when several files have the id
 */
export async function deleteEntry(
  store: SiteStore,
  id: string,
  { now, ...options }: DeleteEntryOptions,
): Promise<DeletedEntry> {
  // Whatever the deletion would be refused for is found before anything goes off the live site.
  const ref = store.uniqueEntry(id);
  const { actor, expected } = options;
  if (ref !== undefined && expected !== undefined && expected !== ref.blob) {
    throw new CmsError("stale", "The entry was changed meanwhile; read it again.", {
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
  return notingDeletion(store, { entries: [ref], actor }, remove);
}

export interface DeletedEntries {
  readonly deleted: readonly string[];
  readonly refused: ReadonlyMap<string, CmsError>;
  /** Whether there was a commit on one of the branches. */
  readonly changed: boolean;
}

/**
 * The same for several entries, with one commit on each branch: those that can be deleted are, and why the others
 * cannot is told.
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
    const there = refs.filter(({ id, files }) => files.length > 0 || !live.has(id));
    const { done, refused, changed } = await store.changeMany(
      { ids: there.map(({ id }) => id), change: { kind: "delete" } },
      { actor },
    );
    const deleted = refs.map(({ id }) => id).filter((id) => done.has(id) || !refused.has(id));
    return { deleted, refused, changed: changed || isOff };
  };
  const entries = refs.flatMap(({ id, files }) => (live.has(id) ? files : []));
  return entries.length === 0 ? remove() : notingDeletion(store, { entries, actor }, remove);
}

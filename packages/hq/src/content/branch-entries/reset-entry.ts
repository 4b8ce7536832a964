import { CmsError } from "@loam/cms-core";
import { readEntryId } from "@loam/cms-core/content";
import type { Actor, AppliedFiles } from "@loam/cms-core/site";
import type { OpenedBranch } from "./branch-stores.ts";

/**
 * Resets an entry on a branch to its state at the merge base: removes an added entry, restores a deleted one.
 *
 * @throws CmsError `content_not_found` if neither side has the entry
 */
export async function resetEntry(
  { store, content }: OpenedBranch,
  id: string,
  actor: Actor,
): Promise<AppliedFiles> {
  const { repository } = store;
  const head = store.head();
  const base = await repository.mergeBase(head, content.store.head());
  const now = store.uniqueEntry(id);
  const before = base === undefined ? undefined : await fileAtBase(store, { id, base, head });
  if (now === undefined && before === undefined) {
    throw new CmsError("content_not_found", `Entry not found in the change request: ${id}.`);
  }
  if (before === undefined && now !== undefined && base !== undefined) {
    const unchanged = !(await repository.changedFiles(base, head)).some(
      ({ path }) => path === now.path,
    );
    if (unchanged) return { commit: head, changed: false };
  }
  const files = new Map<string, Uint8Array | null>();
  if (now !== undefined) files.set(now.path, null);
  if (before !== undefined) files.set(before.path, before.bytes);
  return store.applyFiles(files, {
    actor,
    message: `Remove ${id} from the change request`,
    trailers: { "Loam-Entry": id, "Loam-Action": "take-out" },
    since: head,
  });
}

interface AtBase {
  readonly id: string;
  readonly base: string;
  readonly head: string;
}

/** Returns the file of an entry at the merge base, if it differs from the branch. */
async function fileAtBase(
  { repository }: OpenedBranch["store"],
  { id, base, head }: AtBase,
): Promise<{ readonly path: string; readonly bytes: Uint8Array } | undefined> {
  const changed = await repository.changedFiles(base, head);
  const old = changed.flatMap(({ path, before }) =>
    before === undefined ? [] : [{ path, before }],
  );
  const blobs = await repository.readBlobs(old.map(({ before }) => before));
  for (const [place, { path }] of old.entries()) {
    const bytes = blobs[place];
    if (bytes !== undefined && readEntryId(bytes) === id) return { path, bytes };
  }
  return undefined;
}

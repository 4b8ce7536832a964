import { LRUCache } from "lru-cache";
import { readEntryId } from "../content/parse-entry.ts";
import type { FileChange } from "../git/diff-reader.ts";
import type { GitRepository } from "../git/repository.ts";
import { slugOf } from "./entry-place.ts";

export interface FoundFile {
  readonly path: string;
  readonly blob: string;
}

/** The two sides of a commit: what its parent has, and what it has itself. */
type Side = "before" | "after";

const BATCH = 100;
// Above this, what a commit changed is kept: an import made thousands of entries, all of which ask for it.
const LARGE = 500;
const KEPT = 8;
const kept = new WeakMap<GitRepository, LRUCache<string, readonly FileChange[]>>();

/**
 * The file that an entry came from, or went to, where a commit took another path for it. The entry is no
 * longer, or not yet, in that file on the other side: a file that was only copied is none.
 *
 * @param like the file on the other side: one of the same bytes or name is looked at first
 */
export async function findEntryFile(
  repository: GitRepository,
  id: string,
  { parent, commit, side, like }: FindEntryFile,
): Promise<FoundFile | undefined> {
  const changes = await changesWith(repository, { parent, commit, side });
  const there = changes.flatMap((change): Candidate[] => {
    const blob = change[side];
    const isOther = change.path !== like.path && /\.(?:md|yml)$/.test(change.path);
    return blob === undefined || !isOther ? [] : [{ path: change.path, blob, change }];
  });
  const ranked = there.toSorted((a, b) => rankOf(a, side, like) - rankOf(b, side, like));
  const other = side === "before" ? "after" : "before";
  for (let from = 0; from < ranked.length; from += BATCH) {
    const batch = ranked.slice(from, from + BATCH);
    const blobs = await repository.readBlobs(batch.map(({ blob }) => blob));
    for (const [place, { path, blob, change }] of batch.entries()) {
      if (readEntryId(blobs[place] ?? NOTHING) !== id) continue;
      const stays = change[other];
      if (stays !== undefined && readEntryId(await repository.readBlob(stays)) === id) continue;
      return { path, blob };
    }
  }
  return undefined;
}

const NOTHING = new Uint8Array();

export interface FindEntryFile {
  readonly parent: string;
  readonly commit: string;
  readonly side: Side;
  readonly like: { readonly path: string; readonly blob: string | undefined };
}

interface Candidate extends FoundFile {
  readonly change: FileChange;
}

/** A file moved as it is, one of the same name, one that is only on this side, all others. */
function rankOf(file: Candidate, side: Side, like: FindEntryFile["like"]): number {
  if (file.blob === like.blob) return 0;
  if (slugOf(file.path) === slugOf(like.path)) return 1;
  return file.change[side === "before" ? "after" : "before"] === undefined ? 2 : 3;
}

/** What a commit changed of files that one side has. */
async function changesWith(
  repository: GitRepository,
  { parent, commit, side }: Pick<FindEntryFile, "parent" | "commit" | "side">,
): Promise<readonly FileChange[]> {
  const known = kept.get(repository) ?? new LRUCache<string, readonly FileChange[]>({ max: KEPT });
  kept.set(repository, known);
  const key = `${parent} ${commit} ${side}`;
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  const all = await repository.changedFiles(parent, commit);
  const changes = all.filter((change) => change[side] !== undefined);
  if (all.length > LARGE) known.set(key, changes);
  return changes;
}

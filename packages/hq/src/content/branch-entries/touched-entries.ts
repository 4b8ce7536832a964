import { classifyPath, readEntryId } from "@loam/cms-core/content";
import type { Oid } from "@loam/cms-core/git";
import type { SiteStore } from "@loam/cms-core/site";
import { LRUCache } from "lru-cache";

/** An entry that differs between two commits. */
interface TouchedEntry {
  readonly id: string;
  readonly type: string;
  readonly kind: "added" | "changed" | "removed";
}

export type TouchedEntries = ReadonlyMap<string, TouchedEntry>;

interface Stretch {
  readonly from: Oid;
  readonly to: Oid;
}

/** Commits are immutable, and the same pairs are requested repeatedly. */
const known = new LRUCache<string, TouchedEntries>({ max: 500 });

/** Returns the entries that differ between two commits of a site, by id. Files without an id are ignored. */
export async function touchedEntries(
  store: Pick<SiteStore, "repository" | "site">,
  { from, to }: Stretch,
): Promise<TouchedEntries> {
  const key = `${store.site().id} ${from} ${to}`;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const touched = await readTouched(store, { from, to });
  known.set(key, touched);
  return touched;
}

async function readTouched(
  { repository, site }: Pick<SiteStore, "repository" | "site">,
  { from, to }: Stretch,
): Promise<TouchedEntries> {
  const files = (await repository.changedFiles(from, to)).flatMap(({ path, before, after }) => {
    const place = classifyPath(path, site());
    return place.kind === "entry" ? [{ type: place.apiId, before, after }] : [];
  });
  const blobs = files.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
  const bytes = await repository.readBlobs(blobs);
  const idOf = new Map(blobs.map((blob, index) => [blob, readEntryId(bytes[index] ?? NOTHING)]));
  const sides = new Map<string, { readonly type: string; was: boolean; is: boolean }>();
  for (const { type, before, after } of files) {
    for (const [blob, side] of [
      [before, "was"],
      [after, "is"],
    ] as const) {
      const id = blob === undefined ? undefined : idOf.get(blob);
      if (id === undefined) continue;
      const state = sides.get(id) ?? { type, was: false, is: false };
      state[side] = true;
      sides.set(id, state);
    }
  }
  return new Map(
    [...sides].map(([id, { type, was, is }]) => {
      const kind = !was ? "added" : is ? "changed" : "removed";
      return [id, { id, type, kind }];
    }),
  );
}

const NOTHING = new Uint8Array();

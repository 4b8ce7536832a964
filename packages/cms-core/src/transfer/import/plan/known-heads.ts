import { foldSlug } from "../../../base/slug.ts";
import { type EntryHead, readEntryHead } from "../../../content/entry/complete-entry.ts";
import { readEntryId } from "../../../content/entry/parse-entry.ts";
import { stableEntryId } from "../infer/field-plan.ts";
import type { EntryFile } from "../project/site-file-set.ts";
import type { SiteEntry, SiteState } from "./site-state.ts";

/** What the site already says of entries whose files leave it out. */
export type KnownHeads = ReadonlyMap<string, Partial<EntryHead>>;

/**
 * The heads that incomplete files have on the site, by path: a file without an id is the entry that it
 * became at an earlier import, else the one that has its slug, unless another file says it is that one.
 */
export async function readKnownHeads(
  files: readonly EntryFile[],
  site: SiteState,
  readBlobs: (oids: readonly string[]) => Promise<Uint8Array[]>,
): Promise<KnownHeads> {
  const named = new Set(files.map(({ bytes }) => readEntryId(bytes)));
  const bySlug = new Map<string, SiteEntry>();
  const byId = new Map<string, SiteEntry>();
  for (const [apiId, { entries }] of site.types) {
    for (const entry of entries) {
      bySlug.set(`${apiId}/${foldSlug(entry.slug)}`, entry);
      byId.set(entry.id, entry);
    }
  }
  const found: { readonly path: string; readonly entry: SiteEntry }[] = [];
  for (const { path, apiId, slug, bytes } of files.filter(isIncomplete)) {
    const id = readEntryId(bytes);
    const holder = bySlug.get(`${apiId}/${foldSlug(slug)}`);
    const free = holder === undefined || named.has(holder.id) ? undefined : holder;
    const entry =
      id === undefined
        ? (free ?? byId.get(stableEntryId(site.site.id, apiId, path)))
        : byId.get(id);
    if (entry !== undefined) found.push({ path, entry });
  }
  const blobs = await readBlobs(found.map(({ entry }) => entry.blob));
  return new Map(
    found.map(({ path, entry }, place) => [path, headOf(entry, blobs[place] ?? new Uint8Array())]),
  );
}

function isIncomplete({ bytes }: EntryFile): boolean {
  const text = Buffer.from(bytes).toString("latin1");
  return readEntryId(bytes) === undefined || !/^schema:/m.test(text) || !/^createdAt:/m.test(text);
}

function headOf({ id, path }: SiteEntry, bytes: Uint8Array): Partial<EntryHead> {
  return { id, ...readEntryHead(bytes, path) };
}

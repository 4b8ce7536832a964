import { CmsError, type Entry, type SchemaVersion } from "@loam/cms-core";
import { entryTitle } from "@loam/cms-core/content";
import type { IndexedEntry } from "@loam/cms-core/find";
import type { EntryRef, SavedEntry } from "@loam/cms-core/site";
import { type EntryAnswer, showFields, showProblems } from "../entries/entry-answer.ts";
import type { OpenedBranch } from "./branch-stores.ts";

/** Returns an entry on the branch of a change request, with its live state. */
export async function answerBranchEntry(
  { store, content }: OpenedBranch,
  ref: EntryRef,
  saved?: SavedEntry,
): Promise<EntryAnswer> {
  const { id, type, slug, path, blob } = ref;
  const [known] = await content.index.find(id);
  const entry = await readOrNothing(store, ref);
  const updatedAt = (await store.updatedAt([ref])).get(id) ?? entry?.createdAt;
  const live = known?.live;
  return {
    id,
    type,
    slug,
    ...shownOf(entry, { slug, latest: store.type(type)?.latest }),
    state: entry === undefined ? "broken" : stateAfterMerge(blob, known),
    // Schedules only take effect on `main`.
    scheduled: false,
    version: blob,
    updatedAt: updatedAt ?? new Date(0).toISOString(),
    ...(live !== undefined && { publishedAt: live.publishedAt, live }),
    removed: false,
    problems: showProblems(store.problems().filter((issue) => issue.path === path)),
    ...(saved?.merged === true && { fromOthers: saved.fromOthers }),
  };
}

interface ShownAs {
  readonly slug: string;
  readonly latest: SchemaVersion | undefined;
}

/** Shows the content of the file. */
function shownOf(
  entry: Entry | undefined,
  { slug, latest }: ShownAs,
): Pick<EntryAnswer, "title" | "createdAt" | "publishAt" | "unpublishAt" | "sortOrder" | "fields"> {
  if (entry === undefined || latest === undefined) return { title: slug, sortOrder: 0, fields: {} };
  const { createdAt, publishAt, unpublishAt, sortOrder = 0, values } = entry;
  return {
    title: entryTitle(entry, latest),
    createdAt,
    ...(publishAt !== undefined && { publishAt }),
    ...(unpublishAt !== undefined && { unpublishAt }),
    sortOrder,
    fields: showFields(values, latest),
  };
}

/** Returns undefined for an unreadable file: its problems explain why. */
async function readOrNothing(
  store: OpenedBranch["store"],
  ref: EntryRef,
): Promise<Entry | undefined> {
  try {
    return await store.readUpgraded(ref);
  } catch (error) {
    if (error instanceof CmsError) return undefined;
    throw error;
  }
}

/** Returns the state it will have after merging. */
function stateAfterMerge(blob: string, known: IndexedEntry | undefined): EntryAnswer["state"] {
  if (known?.live !== undefined) return known.live.blob === blob ? "published" : "changed";
  return known?.state === "unpublished" ? "unpublished" : "draft";
}

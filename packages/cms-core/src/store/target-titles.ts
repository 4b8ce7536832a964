import { isCmsError } from "../base/errors.ts";
import { entryTitle } from "../content/entry-title.ts";
import type { TitleOf } from "../content/entry-tree.ts";
import { mediaPath } from "../content/layout.ts";
import { parseMediaFile } from "../content/media-file.ts";
import { isList } from "../content/normalize-entry.ts";
import { parseEntryFile } from "../content/parse-entry.ts";
import type { Entry, EntryValues, Row, SingleValue } from "../model/entry.ts";
import { schemaOf, type EntryRef } from "./file-facts.ts";
import type { SiteIndex } from "./site-index.ts";
import type { SiteWriter } from "./site-writer.ts";

/**
 * Titles of all that entries point to, file names for media: read in one go, since an entry points to a
 * few others and the index holds no titles.
 */
export async function readTargetTitles(
  { repository, index }: SiteWriter,
  entries: readonly (Entry | undefined)[],
): Promise<TitleOf> {
  const site = index();
  const targets = findTargets(site, entries);
  if (targets.size === 0) return noTitle;
  const blobs = await repository.readBlobs([...targets.values()].map(({ blob }) => blob));
  const titles = new Map<string, string>();
  for (const [place, [id, { ref }]] of [...targets].entries()) {
    const bytes = blobs[place] ?? new Uint8Array();
    const read = ref === undefined ? () => fileName(bytes, id) : () => title(site, ref, bytes);
    const found = readOr(read, ref?.slug);
    if (found !== undefined) titles.set(id, found);
  }
  return (id) => titles.get(id);
}

interface Target {
  readonly blob: string;
  /** Undefined for media. */
  readonly ref: EntryRef | undefined;
}

function findTargets(
  site: SiteIndex,
  entries: readonly (Entry | undefined)[],
): ReadonlyMap<string, Target> {
  const ids = new Set<string>();
  for (const entry of entries) if (entry !== undefined) addTargetIds(ids, entry.values);
  const targets = new Map<string, Target>();
  for (const id of ids) {
    const [ref] = site.entriesWithId(id);
    const blob = ref?.blob ?? site.media(id)?.blob;
    if (blob !== undefined) targets.set(id, { blob, ref });
  }
  return targets;
}

function noTitle(): undefined {
  return undefined;
}

function title(site: SiteIndex, ref: EntryRef, bytes: Uint8Array): string {
  const { path, slug, type: apiId } = ref;
  const state = site.typeState(apiId);
  const readBy = schemaOf(state);
  const entry = parseEntryFile(bytes, { path, slug, apiId, schemaOf: readBy });
  const schema = readBy(entry.schema);
  return schema === undefined ? slug : entryTitle(entry, schema);
}

function fileName(bytes: Uint8Array, id: string): string {
  return parseMediaFile(bytes, mediaPath(id)).filename;
}

/** A target that cannot be read is no reason to refuse what points to it. */
function readOr(read: () => string, otherwise: string | undefined): string | undefined {
  try {
    return read();
  } catch (error) {
    if (isCmsError(error)) return otherwise;
    throw error;
  }
}

/** Adds the ids of the entries and media in fields and rows. */
function addTargetIds(ids: Set<string>, values: EntryValues): void {
  for (const value of values.values()) {
    for (const item of isList(value) ? value : [value]) addTargetId(ids, item);
  }
}

function addTargetId(ids: Set<string>, item: SingleValue | Row): void {
  if (typeof item !== "object") return;
  if ("values" in item) addTargetIds(ids, item.values);
  else ids.add(item.id);
}

import { CmsError } from "../base/errors.ts";
import { parseEntryFile, readEntryId } from "../content/entry/parse-entry.ts";
import { classifyPath } from "../content/site/layout.ts";
import { parseOid } from "../git/objects/object-id.ts";
import type { SchemaVersion } from "../model/content-type.ts";
import type { Entry } from "../model/entry.ts";
import { PUBLISHED_REF } from "../publish/branch/published-tree.ts";
import { readPublishedVersions } from "../site/read/published-versions.ts";
import type { SiteStore } from "../site/site-store.ts";
import { slugOf, type EntryPlace } from "./entry-place.ts";
import { mainPlaces } from "./entry-timeline.ts";
import { publishedStart, walkLedger } from "./published-log.ts";
import { walkEntry } from "./walk-entry.ts";

/** The file of an entry in one commit. */
export interface VersionFile extends EntryPlace {
  readonly id: string;
  /** API id of its content type. */
  readonly type: string;
  readonly slug: string;
  readonly blob: string;
}

/** An earlier version of an entry, read with the schema version that its file names. */
export interface EntryVersion extends VersionFile {
  readonly entry: Entry;
  readonly schema: SchemaVersion;
}

/**
 * Reads the version of an entry in a commit of `main`, or the one that a commit of `published` made live.
 *
 * @throws CmsError `content_not_found` if there isn't one, `content_type_not_found` if its schema cannot be found,
 * `invalid_entry` or similar if its file was unreadable
 */
export async function readVersion(
  store: SiteStore,
  id: string,
  commit: string,
): Promise<EntryVersion> {
  const oid = parseOid(commit);
  const file = (await findOnMain(store, id, oid)) ?? (await findOnPublished(store, id, oid));
  if (file !== undefined) return parseVersion(store, file);
  throw new CmsError("content_not_found", `Commit ${oid} has no version of the entry ${id}.`);
}

/**
 * Reads the version at a place on `main`; undefined if the entry isn't there.
 *
 * @throws CmsError as `readVersion`
 */
export async function readPlace(
  store: SiteStore,
  id: string,
  place: EntryPlace,
): Promise<EntryVersion | undefined> {
  const file = await fileAt(store, id, place);
  return file && parseVersion(store, file);
}

async function parseVersion(store: SiteStore, file: VersionFile): Promise<EntryVersion> {
  const { type, slug, path, blob } = file;
  const bytes = await store.repository.readBlob(blob);
  const versions = await versionsOf(store, type);
  const newest = Math.max(...versions.keys());
  const schemaOf = (number: number | undefined): SchemaVersion | undefined =>
    versions.get(number ?? newest);
  const entry = parseEntryFile(bytes, { path, apiId: type, slug, schemaOf });
  const schema = schemaOf(entry.schema);
  if (schema !== undefined) return { ...file, entry, schema };
  throw new CmsError(
    "content_type_not_found",
    `The schema of "${type}" cannot be found in the history.`,
  );
}

/** Finds the versions of a deleted type in the history. */
async function versionsOf(
  { type, repository, site }: SiteStore,
  apiId: string,
): Promise<ReadonlyMap<number, SchemaVersion>> {
  const known = type(apiId)?.versions;
  if (known !== undefined && known.size > 0) return known;
  const versions = await readPublishedVersions(repository, site(), apiId);
  if (versions.length > 0) return new Map(versions.map((one) => [one.version, one]));
  throw new CmsError(
    "content_type_not_found",
    `The content type "${apiId}" cannot be found in the history.`,
  );
}

/** Searches every path that the entry ever had, newest first. */
async function findOnMain(
  store: SiteStore,
  id: string,
  commit: string,
): Promise<VersionFile | undefined> {
  const { repository, head } = store;
  if (!(await repository.areAncestors([commit], head()))) return undefined;
  const start = await mainPlaces(store, id);
  const visited = new Set<string>();
  const search = async (places: readonly { readonly path: string | undefined }[]) => {
    for (const { path } of places) {
      if (path === undefined || visited.has(path)) continue;
      visited.add(path);
      const file = await fileAt(store, id, { commit, path });
      if (file !== undefined) return file;
    }
    return undefined;
  };
  const now = await search(start);
  if (now !== undefined) return now;
  for await (const step of walkEntry(repository, id, start)) {
    const found = await search([step, ...step.previous]);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function fileAt(
  store: SiteStore,
  id: string,
  place: EntryPlace,
): Promise<VersionFile | undefined> {
  const file = await store.repository.readPath(place.commit, place.path);
  if (file === undefined || readEntryId(file.bytes) !== id) return undefined;
  return { ...place, id, blob: file.oid, ...typeAndSlug(store, id, place.path) };
}

function typeAndSlug(
  store: SiteStore,
  id: string,
  path: string,
): { readonly type: string; readonly slug: string } {
  const identity = classifyPath(path, store.site());
  if (identity.kind === "entry") return { type: identity.apiId, slug: identity.slug };
  // The folders of types were different at that time.
  return { type: store.entryById(id)?.type ?? "", slug: slugOf(path) };
}

async function findOnPublished(
  store: SiteStore,
  id: string,
  commit: string,
): Promise<VersionFile | undefined> {
  const { repository } = store;
  const start = await publishedStart(repository, id);
  const tip = await repository.resolveRef(PUBLISHED_REF);
  if (start === undefined || tip === undefined) return undefined;
  if (!(await repository.areAncestors([commit], tip))) return undefined;
  for await (const { record } of walkLedger(repository, id, { ...start, commit })) {
    if (record.state === "unpublished") return undefined;
    const { blob, slug, type } = record;
    const path = (await repository.listFiles(commit)).find(({ oid }) => oid === blob)?.path;
    return path === undefined ? undefined : { id, commit, blob, slug, type, path };
  }
  return undefined;
}

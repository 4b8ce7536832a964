import { CmsError } from "../base/errors.ts";
import { isoInstant } from "../base/instant.ts";
import { readEntryId } from "../content/entry/parse-entry.ts";
import { titleIn } from "../content/entry/print-entry.ts";
import { classifyPath, entryFolder } from "../content/site/layout.ts";
import type { Author } from "../git/objects/commit-object.ts";
import { isOid } from "../git/objects/object-id.ts";
import type { LoggedChanges } from "../git/read/file-log.ts";
import { readFiles } from "../git/repository/read-files.ts";
import { readEntryFacts } from "../site/read/file-facts.ts";
import type { SiteStore } from "../site/site-store.ts";

/** An entry deleted from `main`. */
export interface DeletedEntry {
  readonly id: string;
  /** API id of its content type, which may also be deleted. */
  readonly type: string;
  readonly slug: string;
  /** Its last title. */
  readonly title: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly when: string;
  readonly author: Author;
  /** The commit that deleted it. */
  readonly commit: string;
  /** Commit with the last version, for `restoreEntry`. */
  readonly previous: string;
}

export interface DeletedEntriesOptions {
  /** API id. @default all types */
  readonly type?: string;
  readonly limit: number;
  /** Cursor from the previous page. */
  readonly cursor?: string;
}

export interface DeletedEntries {
  readonly entries: readonly DeletedEntry[];
  /** Absent on the last page. */
  readonly next?: string;
}

/** Number of commits with removals that are read together. */
const BATCH = 20;

/**
 * Lists deleted entries that don't exist now, most recent first, including those deleted by a push. An entry that was
 * deleted several times can appear again on a later page.
 *
 * @throws CmsError `invalid_cursor`
 */
export async function deletedEntries(
  store: SiteStore,
  { type, limit, cursor }: DeletedEntriesOptions,
): Promise<DeletedEntries> {
  const start = cursor === undefined ? undefined : await parseCursor(store, cursor);
  const found = new Map<string, DeletedEntry>();
  for await (const { entry, place } of walkRemovals(store, { type, start })) {
    if (found.has(entry.id)) continue;
    if (found.size === limit) {
      return { entries: [...found.values()], next: `${entry.commit}.${place}` };
    }
    found.set(entry.id, entry);
  }
  return { entries: [...found.values()] };
}

interface Removal {
  readonly entry: DeletedEntry;
  /** Index among the entries deleted by its commit. */
  readonly place: number;
}

interface WalkRemovals {
  readonly type: string | undefined;
  readonly start: Place | undefined;
}

async function* walkRemovals(
  store: SiteStore,
  { type, start }: WalkRemovals,
): AsyncGenerator<Removal> {
  const { repository, head, site } = store;
  const path = type === undefined ? {} : { path: entryFolder(site(), type) };
  const options = { limit: BATCH, removals: true, ...path };
  let at = start;
  for (;;) {
    const log = await repository.fileLog({ ...options, commits: [at?.commit ?? head()] });
    for (const logged of log) {
      const removed = await removedIn(store, logged);
      const skipped = at?.commit === logged.commit ? at.skipped : 0;
      yield* removed.map((entry, place) => ({ entry, place })).slice(skipped);
      at = { commit: logged.commit, skipped: removed.length };
    }
    if (log.length < BATCH) return;
  }
}

interface Place {
  readonly commit: string;
  /** Number of its deleted entries that were already returned. */
  readonly skipped: number;
}

async function parseCursor({ repository, head }: SiteStore, cursor: string): Promise<Place> {
  const [commit = "", skipped = ""] = cursor.split(".");
  const isOurs = isOid(commit) && /^\d{1,9}$/.test(skipped);
  if (isOurs && (await repository.areAncestors([commit], head()).catch(() => false))) {
    return { commit, skipped: Number(skipped) };
  }
  throw new CmsError(
    "invalid_cursor",
    "The cursor does not belong to this list. Start again from the first page.",
  );
}

/** Returns the entries that a commit removed. An id in another file was moved, and an existing entry was restored. */
async function removedIn(
  store: SiteStore,
  { commit, parents, time, author, changes }: LoggedChanges,
): Promise<readonly DeletedEntry[]> {
  const { repository, site, entryById, type: typeOf } = store;
  const [previous] = parents;
  if (previous === undefined) return [];
  const files = changes.flatMap(({ path, before }) => {
    const identity = classifyPath(path, site());
    return before === undefined || identity.kind !== "entry" ? [] : [{ path, before, identity }];
  });
  const read = await readFiles(repository, files, ({ before }) => before);
  const removed = read.flatMap(([{ path, identity }, bytes]) => {
    const id = readEntryId(bytes);
    return id === undefined || entryById(id) !== undefined ? [] : [{ id, path, bytes, identity }];
  });
  if (removed.length === 0) return [];
  const moved = await writtenIds(store, previous, commit);
  const when = isoInstant(new Date(time));
  return removed
    .filter(({ id }) => !moved.has(id))
    .map(({ id, path, bytes, identity }) => {
      const { entry, schema } = readEntryFacts({ path, bytes }, identity, typeOf(identity.apiId));
      const title = entry && schema && titleIn(entry.values, schema);
      const { apiId: type, slug } = identity;
      return { id, type, slug, title: title ?? slug, when, author, commit, previous };
    });
}

async function writtenIds(
  { repository }: SiteStore,
  from: string,
  to: string,
): Promise<ReadonlySet<string>> {
  const changes = await repository.changedFiles(from, to);
  const written = changes.flatMap(({ path, after }) =>
    after !== undefined && /\.(?:md|yml)$/.test(path) ? [after] : [],
  );
  const blobs = await repository.readBlobs(written);
  return new Set(blobs.flatMap((bytes) => readEntryId(bytes) ?? []));
}

// Messages are searched by substring: "Delete posts/rain" also finds posts/rainbow.
const LOOKED_AT = 100;

/**
 * Finds the id of the entry last deleted under a slug, as far as the history of `main` shows: one deleted in HQ, or by
 * a push in a folder that isn't sharded. Its versions can then be read and restored.
 */
export async function findDeleted(
  { repository, head, site, entryById }: SiteStore,
  type: string,
  slug: string,
): Promise<string | undefined> {
  const commits = [head()];
  const message = `Delete ${type}/${slug}`;
  const logged = await repository.fileLog({ commits, message, limit: LOOKED_AT });
  const ids = logged.map(({ subject, trailers }) => {
    return subject === message ? trailers["Loam-Entry"] : undefined;
  });
  const folder = entryFolder(site(), type);
  const paths = [`${folder}/${slug}`, ...(slug === type ? [folder] : [])];
  for (const path of paths.flatMap((name) => [`${name}.md`, `${name}.yml`])) {
    const [last] = await repository.fileLog({ commits, path, limit: 1 });
    const before = last?.changes[0]?.before;
    if (before !== undefined) ids.push(readEntryId(await repository.readBlob(before)));
  }
  return ids.find((id) => id !== undefined && entryById(id) === undefined);
}

import type { DatabaseSync } from "node:sqlite";
import { coalesce, createMutex } from "../base/lock.ts";
import type { GitRepository } from "../git/repository/repository.ts";
import { mainHead, publishedHead } from "../site/read/branches.ts";
import type { PlacedEntry } from "../site/save/plan-move.ts";
import { findEntries, type IndexedEntry } from "./ask/indexed-entry.ts";
import { type EntryPage, listEntries, type ListEntries } from "./ask/list-entries.ts";
import {
  countMedia,
  type IndexedMedia,
  indexedMedia,
  listFolders,
  listMedia,
  type ListMedia,
  type MediaCounts,
  type MediaFolder,
  type MediaPage,
  totalMediaBytes,
} from "./ask/list-media.ts";
import {
  type DueSchedule,
  dueSchedules,
  type EntryAuthor,
  findLinks,
  type LinkSource,
  listAuthors,
  listTypes,
  listVersions,
  nextDue,
  type TypeCounts,
  type WorkingFile,
} from "./ask/look-ups.ts";
import { fillIndex } from "./follow/build-index.ts";
import { followMain } from "./follow/follow-main.ts";
import { followPublished } from "./follow/follow-published.ts";
import { type IndexHeads, type IndexSession, openSession } from "./follow/index-session.ts";
import { buildIndexFile, isDamage, openIndexFile } from "./schema/database.ts";

/**
 * Indexes a site's two branches for lists, searches, back-references, and the scheduler. It follows `main` and
 * `published`, and is only a cache: if missing, damaged, or in another format, it is rebuilt automatically and gives
 * the same results.
 */
export interface ContentIndex {
  /** The commits that results reflect. */
  readonly heads: () => IndexHeads;
  /** Updates the index to both refs. Call after each commit and push. */
  readonly follow: () => Promise<IndexHeads>;
  /**
   * Returns one page of entries.
   *
   * @throws CmsError `invalid_cursor`, `invalid_limit`, `invalid_orders`, `invalid_filters`, `unknown_field`
   */
  readonly list: (query?: ListEntries) => Promise<EntryPage>;
  /** Finds an entry by id; returns several results if its file was copied. */
  readonly find: (id: string) => Promise<readonly IndexedEntry[]>;
  /** Lists the last authors of entries. */
  readonly authors: () => Promise<readonly EntryAuthor[]>;
  /** Lists the types of the site with the number of entries in each state. */
  readonly types: () => Promise<readonly TypeCounts[]>;
  /** Lists the readable working versions of a type, in default order, with their positions. */
  readonly versions: (type: string) => Promise<readonly (WorkingFile & PlacedEntry)[]>;
  /** Lists references to an entry, or uses of a media record, on `main` and in live content. */
  readonly linksTo: (id: string) => Promise<readonly LinkSource[]>;
  /** Returns times in entry files that are due now and not yet done according to the ledger. */
  readonly dueSchedules: (now: Date) => Promise<readonly DueSchedule[]>;
  /** Returns when the next one is due. */
  readonly nextDue: (after: Date) => Promise<Date | undefined>;
  /** @throws CmsError `invalid_cursor`, `invalid_limit` */
  readonly media: (query?: ListMedia) => Promise<MediaPage>;
  readonly mediaCounts: (folder?: string) => Promise<MediaCounts>;
  /** Lists folders with files. */
  readonly mediaFolders: () => Promise<readonly MediaFolder[]>;
  /** Returns the total size of all binaries with a record, counting each once. */
  readonly mediaBytes: () => Promise<number>;
  /** Returns the records of one binary, oldest first. */
  readonly mediaOf: (sha256: string) => Promise<readonly IndexedMedia[]>;
  /** Stops following; the file is kept for the next start. */
  readonly close: () => Promise<void>;
}

export interface OpenContentIndex {
  /** Path of the index file and SQLite's additional files; its folder must exist. */
  readonly path: string;
}

/**
 * Opens the index of a site and updates it to both refs. With several processes, the caller must hold the data folder's
 * lock.
 *
 * @throws CmsError `repository_broken` if a commit cannot be read
 */
export async function openContentIndex(
  repository: GitRepository,
  { path }: OpenContentIndex,
): Promise<ContentIndex> {
  const known = openIndexFile(path);
  let session = await openOrBuild(repository, path, known);
  const mutex = createMutex();
  const rebuild = async (): Promise<IndexHeads> => {
    const old = session;
    session = await buildSession(repository, path, () => old.database.close());
    return session.heads;
  };
  const follow = coalesce(mutex, async (): Promise<IndexHeads> => {
    const heads = await readHeads(repository, session.heads);
    try {
      if (!(await followHeads(session, repository, heads))) await rebuild();
    } catch (error) {
      if (!isDamage(error)) {
        // The state in memory may be ahead of the file.
        session = await openSession(session.database, repository);
        throw error;
      }
      await rebuild();
    }
    return session.heads;
  });
  const read: Read = async (work) => {
    const from = session;
    try {
      return await work(from);
    } catch (error) {
      // Another file is replacing it at the moment.
      if (!from.database.isOpen) await mutex.run(async () => undefined);
      if (from !== session) return read(work);
      if (!isDamage(error)) throw error;
      await mutex.run(rebuild);
      return work(session);
    }
  };
  await follow().catch((error: unknown) => {
    session.database.close();
    throw error;
  });
  return {
    heads: () => session.heads,
    follow,
    ...createQueries(read),
    close: async () => mutex.run(async () => session.database.close()),
  };
}

/**
 * Returns entry ids by the blobs of their files from an index that isn't open. For a file lost in Git, only the index
 * knows the id.
 */
export function recallEntryIds(
  { path }: OpenContentIndex,
  blobs: readonly string[],
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const database = openIndexFile(path);
  if (database === undefined) return ids;
  try {
    const find = database.prepare("SELECT id FROM entries WHERE blob = ? AND id <> ''");
    for (const blob of blobs) {
      const id = find.get(blob)?.["id"];
      if (typeof id === "string") ids.set(blob, id);
    }
  } finally {
    database.close();
  }
  return ids;
}

type Read = <T>(work: (from: IndexSession) => T | Promise<T>) => Promise<T>;

/** Query functions of an index that is read through `read`. */
function createQueries(read: Read): Omit<ContentIndex, "heads" | "follow" | "close"> {
  return {
    list: async (query = {}) => read((from) => listEntries(from, query)),
    find: async (id) => read((from) => findEntries(from, id)),
    authors: async () => read(listAuthors),
    types: async () => read(listTypes),
    versions: async (type) => read((from) => listVersions(from, type)),
    linksTo: async (id) => read((from) => findLinks(from, id)),
    dueSchedules: async (now) => read((from) => dueSchedules(from, now)),
    nextDue: async (after) => read((from) => nextDue(from, after)),
    media: async (query = {}) => read((from) => listMedia(from, query)),
    mediaCounts: async (folder) => read((from) => countMedia(from, folder)),
    mediaFolders: async () => read(listFolders),
    mediaBytes: async () => read(totalMediaBytes),
    mediaOf: async (sha256) => read((from) => findMediaOf(from, sha256)),
  };
}

async function openOrBuild(
  repository: GitRepository,
  path: string,
  known: DatabaseSync | undefined,
): Promise<IndexSession> {
  if (known === undefined) return buildSession(repository, path);
  try {
    return await openSession(known, repository);
  } catch {
    // A lost commit or schema, or a damaged index file: Git has the truth in any case.
    known.close();
    return buildSession(repository, path);
  }
}

async function buildSession(
  repository: GitRepository,
  path: string,
  beforeSwap?: () => void,
): Promise<IndexSession> {
  const heads = await readHeads(repository);
  const fill = async (draft: string): Promise<void> => fillIndex(draft, repository, heads);
  return openSession(await buildIndexFile(path, fill, beforeSwap), repository);
}

async function readHeads(
  repository: GitRepository,
  since: Partial<IndexHeads> = {},
): Promise<IndexHeads> {
  const [main, published] = await Promise.all([
    mainHead(repository, since.main),
    publishedHead(repository, since.published),
  ]);
  return { main, published };
}

/** @returns false if the index must be rebuilt */
async function followHeads(
  session: IndexSession,
  repository: GitRepository,
  { main, published }: IndexHeads,
): Promise<boolean> {
  const { heads } = session;
  if (main !== heads.main) {
    if (main === undefined || !(await followMain(session, repository, main))) return false;
  }
  if (published === heads.published) return true;
  return published !== undefined && followPublished(session, repository, published);
}

/** Returns the records of one binary, oldest first. */
function findMediaOf({ database }: IndexSession, sha256: string): readonly IndexedMedia[] {
  const found = database
    .prepare("SELECT * FROM media WHERE sha256 = ? ORDER BY created_at, id")
    .all(sha256);
  return found.map(indexedMedia);
}

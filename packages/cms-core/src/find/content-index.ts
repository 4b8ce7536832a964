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
 * What is in a site's two branches, for lists, searches, back-links and the scheduler: a follower
 * of `main` and `published` that holds no truth. It is made anew by itself when it is missing,
 * damaged or of another format, and answers then as before.
 */
export interface ContentIndex {
  /** The commits that the answers show. */
  readonly heads: () => IndexHeads;
  /** Follows both refs to where they stand; to be called after each commit and push. */
  readonly follow: () => Promise<IndexHeads>;
  /**
   * One page of entries.
   *
   * @throws CmsError `invalid_cursor`, `invalid_limit`, `invalid_orders`, `invalid_filters`, `unknown_field`
   */
  readonly list: (query?: ListEntries) => Promise<EntryPage>;
  /** An entry by its id: each file that has it, should it have been copied. */
  readonly find: (id: string) => Promise<readonly IndexedEntry[]>;
  /** Who saved entries last. */
  readonly authors: () => Promise<readonly EntryAuthor[]>;
  /** The types of the site, with their entries counted by state. */
  readonly types: () => Promise<readonly TypeCounts[]>;
  /** The files of a type's working versions that can be read, in default order, and where they stand in it. */
  readonly versions: (type: string) => Promise<readonly (WorkingFile & PlacedEntry)[]>;
  /** What points to an entry, or uses a media record, on `main` and in what is live. */
  readonly linksTo: (id: string) => Promise<readonly LinkSource[]>;
  /** What the times in entry files ask for now and the ledger does not show done. */
  readonly dueSchedules: (now: Date) => Promise<readonly DueSchedule[]>;
  /** When the next one will be due. */
  readonly nextDue: (after: Date) => Promise<Date | undefined>;
  /** @throws CmsError `invalid_cursor`, `invalid_limit` */
  readonly media: (query?: ListMedia) => Promise<MediaPage>;
  readonly mediaCounts: (folder?: string) => Promise<MediaCounts>;
  /** Folders that files are in. */
  readonly mediaFolders: () => Promise<readonly MediaFolder[]>;
  /** Bytes of all binaries that records stand for, each once. */
  readonly mediaBytes: () => Promise<number>;
  /** The records that stand for one binary, the oldest first. */
  readonly mediaOf: (sha256: string) => Promise<readonly IndexedMedia[]>;
  /** Ends following; the file stays for the next start. */
  readonly close: () => Promise<void>;
}

export interface OpenContentIndex {
  /** Where the index file is, and what SQLite puts beside it; its folder must exist. */
  readonly path: string;
}

/**
 * Opens the index of a site and follows both refs to where they stand. Across processes the caller
 * must hold the data folder's lock.
 *
 * @throws CmsError `repository_broken` when a commit cannot be read
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
        // What is in memory may be ahead of the file.
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
      // Another file takes its place meanwhile.
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
    ...answersFrom(read),
    close: async () => mutex.run(async () => session.database.close()),
  };
}

/**
 * The ids of entries by the blobs of their files, as an index has them that is not open: of a file that git has lost
 * nobody else can tell whose it is.
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

/** What is asked of an index that is read like this. */
function answersFrom(read: Read): Omit<ContentIndex, "heads" | "follow" | "close"> {
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
    // A commit or schema that is gone, or a damaged file: whatever it is, git has the truth.
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

/** @returns false when the index is to be made anew */
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

/** The records of a site that stand for one binary, the oldest first. */
function findMediaOf({ database }: IndexSession, sha256: string): readonly IndexedMedia[] {
  const found = database
    .prepare("SELECT * FROM media WHERE sha256 = ? ORDER BY created_at, id")
    .all(sha256);
  return found.map(indexedMedia);
}

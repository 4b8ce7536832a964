import { readOr } from "../../base/errors.ts";
import { newId } from "../../base/ids.ts";
import { isoInstant } from "../../base/instant.ts";
import {
  completeEntry,
  type EntryHead,
  readEntryHead,
} from "../../content/entry/complete-entry.ts";
import { readEntryId } from "../../content/entry/parse-entry.ts";
import { classifyPath, isPlainFile } from "../../content/site/layout.ts";
import { readFiles } from "../../git/repository/read-files.ts";
import type { ContentType } from "../../model/content-type.ts";
import { type AppliedFiles, writeFiles } from "../save/apply-files.ts";
import type { Actor, SiteWriter } from "../save/site-writer.ts";

interface Incomplete {
  readonly original: Uint8Array;
  /** Previous content of the path: a file that lost its id is still the same entry. */
  readonly old: Uint8Array | undefined;
  readonly head: Omit<EntryHead, "id">;
  /** The newest schema of its type, needed for row ids in repeats. */
  readonly schema?: ContentType | undefined;
}

/**
 * Returns the completed file. Returns the same bytes if nothing is missing, or if the file cannot be read, which other
 * checks report.
 */
export function completeBytes(
  path: string,
  { original, old, head, schema }: Incomplete,
): Uint8Array {
  const before = old && { id: readEntryId(old), ...readEntryHead(old, path) };
  const id = readEntryId(original) ?? before?.id ?? newId("entry");
  const written = { ...head, ...before, id };
  const bytes = readOr(() => completeEntry(original, { path, head: written, schema }), original);
  return Buffer.compare(bytes, original) === 0 ? original : bytes;
}

export interface CompletePushed {
  /** Files known to be incomplete; files without an id are found without being listed. */
  readonly paths?: readonly string[];
  /** The commit before the push: a file that had an id there keeps it. */
  readonly since?: string;
  /** A commit in which files from `since` may have received ids in the meantime, which they keep. */
  readonly meanwhile?: string;
}

/**
 * Adds missing id, schema, createdAt, and row ids to entry files on `main`, in separate commits (contracts §2). The
 * author is the last person who changed the file, so that the entry's author stays the same. One commit per person.
 */
export async function completePushed(
  writer: SiteWriter,
  { paths = [], ...commits }: CompletePushed = {},
): Promise<AppliedFiles> {
  const { head } = writer.index();
  const found = await incompleteFiles(writer, paths, commits);
  if (found.size === 0) return { commit: head, changed: false };
  return writer.lock.exclusive(async () => {
    let done: AppliedFiles = { commit: head, changed: false };
    for (const { actor, theirs } of await byLastAuthor(writer, new Set(found.keys()))) {
      done = await writeFiles(writer, async () => {
        const all = await incompleteFiles(writer, paths, commits);
        const files = new Map([...all].filter(([path]) => theirs.has(path)));
        const [first = ""] = theirs;
        const what = theirs.size === 1 ? first : `${theirs.size} entries`;
        const message = `Complete ${what}`;
        return { files, actor, message, trailers: { "Loam-Action": "complete" } };
      });
    }
    return done;
  });
}

interface Theirs {
  readonly actor: Actor;
  readonly theirs: Set<string>;
}

/** Groups files by the last person who changed them, as entry lists show it. */
async function byLastAuthor(
  { repository, index }: SiteWriter,
  missing: Set<string>,
): Promise<Iterable<Theirs>> {
  const authors = new Map<string, Theirs>();
  await repository.readChangeLog(index().head, {
    take: ({ path, touch: { author } }) => {
      if (!missing.delete(path)) return true;
      const key = JSON.stringify([author.name, author.email]);
      const known = authors.get(key) ?? { actor: author, theirs: new Set() };
      known.theirs.add(path);
      authors.set(key, known);
      return missing.size > 0;
    },
  });
  return authors.values();
}

async function incompleteFiles(
  { repository, index, now }: SiteWriter,
  named: readonly string[],
  commits: Omit<CompletePushed, "paths">,
): Promise<Map<string, Uint8Array>> {
  const site = index();
  const requested = new Set(named);
  const unread = [...site.problemFiles()].map(({ path }) => path);
  const paths = [...requested.union(new Set(unread))].filter(
    (path) => classifyPath(path, site.site).kind === "entry",
  );
  const oids = await repository.findFiles(site.head, paths);
  const olds = await readKnown(repository, paths, commits);
  const files = new Map<string, Uint8Array>();
  for (const [[path], original] of await readFiles(repository, [...oids], ([, oid]) => oid)) {
    const identity = classifyPath(path, site.site);
    const latest = identity.kind === "entry" ? site.typeState(identity.apiId)?.latest : undefined;
    if (latest === undefined || !(requested.has(path) || hasMatter(path, original))) continue;
    const head = { schema: latest.version, createdAt: isoInstant(now()) };
    const bytes = completeBytes(path, { original, old: olds.get(path), head, schema: latest });
    // A file that is broken in another way stays unchanged.
    if (bytes !== original && readEntryId(bytes) !== undefined) files.set(path, bytes);
  }
  return files;
}

/**
 * Whether a file has front matter. Content pushed past HQ can be anything; without front matter it may not be an entry.
 */
function hasMatter(path: string, bytes: Uint8Array): boolean {
  return isPlainFile(path) || Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "---\n";
}

/** Reads the earlier or later version of files if only that version has an id. */
async function readKnown(
  repository: SiteWriter["repository"],
  paths: readonly string[],
  { since, meanwhile }: Omit<CompletePushed, "paths">,
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (since === undefined) return new Map();
  const olds = await readOlds(repository, since, paths);
  const without = [...olds].flatMap(([path, bytes]) =>
    readEntryId(bytes) === undefined ? [path] : [],
  );
  if (meanwhile === undefined || without.length === 0) return olds;
  return new Map([...olds, ...(await readOlds(repository, meanwhile, without))]);
}

async function readOlds(
  repository: SiteWriter["repository"],
  since: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const oids = await repository.findFiles(since, paths);
  const files = await readFiles(repository, [...oids], ([, oid]) => oid);
  return new Map(files.map(([[path], bytes]) => [path, bytes]));
}

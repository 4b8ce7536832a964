import { foldSlug } from "../../base/slug.ts";
import { LEDGER_FOLDER, ledgerPath } from "../../content/site/layout.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/ledger.ts";
import { publishedHead } from "../../site/read/branches.ts";
import { currentRecord, readLedger } from "./read-ledger.ts";
import { SlugPaths } from "./slug-paths.ts";

/** The files of `published` at one commit, by what a publish asks of them. */
export interface PublishedTree {
  /** Undefined while nothing was ever published. */
  readonly commit: string | undefined;
  /** Blob by path, of those paths that are there. */
  readonly blobsAt: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Ledger files by entry id. */
  readonly ledgersOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, LedgerBlob>>;
  /** Paths of pinned entry files by the folded slug that their names give. */
  readonly pinsBySlug: Pick<SlugPaths, "get">;
}

interface LedgerBlob {
  readonly path: string;
  readonly type: string;
  readonly id: string;
  readonly oid: string;
}

interface KnownPins {
  readonly commit: string;
  readonly slugs: SlugPaths;
}

/** One per open repository: listing 10,000 entries takes 30 ms, following one publish almost nothing. */
const cache = new WeakMap<GitRepository, KnownPins>();

/** Reads where `published` stands. The result is valid until the next call. */
export async function readPublishedTree(repository: GitRepository): Promise<PublishedTree> {
  const commit = await publishedHead(repository);
  if (commit === undefined) return NOTHING_PUBLISHED;
  const known = cache.get(repository);
  const slugs = known?.commit === commit ? known.slugs : await follow(repository, known, commit);
  cache.set(repository, { commit, slugs });
  const blobsAt = async (paths: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    repository.findFiles(commit, paths);
  return {
    commit,
    blobsAt,
    ledgersOf: async (ids) => findLedgers(repository, { commit, ids }),
    pinsBySlug: slugs,
  };
}

const NOTHING_PUBLISHED: PublishedTree = {
  commit: undefined,
  blobsAt: async () => new Map(),
  ledgersOf: async () => new Map(),
  pinsBySlug: new SlugPaths(),
};

async function follow(
  repository: GitRepository,
  known: KnownPins | undefined,
  commit: string,
): Promise<SlugPaths> {
  const changes = await repository.changedFiles(known?.commit, commit);
  const slugs = known?.slugs ?? new SlugPaths();
  for (const { path, before, after } of changes) {
    if ((before === undefined) === (after === undefined) || !isPin(path)) continue;
    if (after === undefined) slugs.delete(path);
    else slugs.add(path);
  }
  return slugs;
}

/** An entry that changed its type has a ledger file of each; `currentRecord` says which one counts. */
async function findLedgers(
  repository: GitRepository,
  { commit, ids }: { readonly commit: string; readonly ids: readonly string[] },
): Promise<Map<string, LedgerBlob>> {
  const found = new Map<string, LedgerBlob>();
  for (const type of await repository.listFolders(commit, LEDGER_FOLDER)) {
    const blobs = await repository.findFiles(
      commit,
      ids.map((id) => ledgerPath(type, id)),
    );
    for (const id of ids) {
      const path = ledgerPath(type, id);
      const oid = blobs.get(path);
      if (oid === undefined) continue;
      const ledger = { path, oid, type, id };
      found.set(id, await currentLedger(repository, found.get(id), ledger));
    }
  }
  return found;
}

async function currentLedger(
  { readBlob }: GitRepository,
  before: LedgerBlob | undefined,
  other: LedgerBlob,
): Promise<LedgerBlob> {
  if (before === undefined) return other;
  const read = async (ledger: LedgerBlob): Promise<LedgerRecord> =>
    readLedger(await readBlob(ledger.oid), ledger);
  const first = await read(before);
  return currentRecord(first, await read(other)) === first ? before : other;
}

/** Where the file that a ledger record pins stands in `published`. */
export async function findPin(
  { state, slug, blob }: LedgerRecord,
  { blobsAt, pinsBySlug }: PublishedTree,
): Promise<string | undefined> {
  if (state !== "published") return undefined;
  const paths = pinsBySlug.get(foldSlug(slug));
  const blobs = await blobsAt(paths);
  return paths.find((path) => blobs.get(path) === blob);
}

/** Whether a path of `published` is that of an entry's file. */
export function isPin(path: string): boolean {
  return path !== "site.yml" && !/^(?:ledger|types|media)\//.test(path);
}

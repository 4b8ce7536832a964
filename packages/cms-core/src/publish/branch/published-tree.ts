import { copyText } from "../../base/bytes.ts";
import { foldSlug } from "../../base/slug.ts";
import { FORMAT_PATH } from "../../content/site/format-file.ts";
import {
  classifyPath,
  type FileIdentity,
  lastPart,
  lastPartsOf,
  LEDGER_FOLDER,
  ledgerPath,
  ledgerPaths,
  SITE_PATH,
} from "../../content/site/layout.ts";
import { parseLedgerFile } from "../../content/site/ledger-file.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import { type BlobReader, eachFile, readFiles } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import type { SiteConfig } from "../../model/site.ts";
import { PUBLISHED, publishedHead } from "../../site/read/branches.ts";

/** Paths of entry files by the case-folded slug in their names. For a slug with folders, that is its last part. */
export class SlugPaths {
  readonly #paths = new Map<string, Set<string>>();

  add(path: string): void {
    for (const part of lastPartsOf(path)) {
      const key = foldSlug(part);
      this.#paths.set(key, (this.#paths.get(key) ?? new Set()).add(path));
    }
  }

  delete(path: string): void {
    for (const part of lastPartsOf(path)) {
      const paths = this.#paths.get(foldSlug(part));
      paths?.delete(path);
      if (paths?.size === 0) this.#paths.delete(foldSlug(part));
    }
  }

  /** Returns files that may have a slug, in the order in which they were added. */
  get(slug: string): readonly string[] {
    return [...(this.#paths.get(foldSlug(lastPart(slug))) ?? [])];
  }
}

/** The files of `published` at one commit, as a publish looks them up. */
export interface PublishedTree {
  /** Undefined if nothing was ever published. */
  readonly commit: string | undefined;
  /** Returns the blobs at those paths that exist. */
  readonly blobsAt: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Returns ledger files by entry id. */
  readonly ledgersOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, LedgerBlob>>;
  /** Paths of pinned entry files by the case-folded slug in their names. */
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

/** One per open repository: listing 10,000 entries takes 30 ms; following one publish is almost free. */
const knownPins = new WeakMap<GitRepository, KnownPins>();

/** Reads the tip of `published`. The result is valid until the next call. */
export async function readPublishedTree(repository: GitRepository): Promise<PublishedTree> {
  const commit = await publishedHead(repository);
  if (commit === undefined) return NOTHING_PUBLISHED;
  const known = knownPins.get(repository);
  const slugs = known?.commit === commit ? known.slugs : await follow(repository, known, commit);
  knownPins.set(repository, { commit, slugs });
  const blobsAt = async (paths: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    repository.findFiles(commit, paths);
  return {
    commit,
    blobsAt,
    ledgersOf: async (ids) => findLedgers(repository, { commit, ids }),
    pinsBySlug: slugs,
  };
}

/** Returns the ledger records of entries that were ever published, by id. */
export async function readLedgerRecords(
  repository: GitRepository,
  tree: PublishedTree,
  ids: readonly string[],
): Promise<Map<string, LedgerRecord>> {
  const known = [...(await tree.ledgersOf(ids))];
  const files = await readFiles(repository, known, ([, { oid }]) => oid);
  return new Map(files.map(([[id, ledger], bytes]) => [id, parseLedgerFile(bytes, ledger)]));
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

/** Finds ledger files. An entry that changed its type has one per type; `currentRecord` decides which one counts. */
async function findLedgers(
  repository: GitRepository,
  { commit, ids }: { readonly commit: string; readonly ids: readonly string[] },
): Promise<Map<string, LedgerBlob>> {
  const found = new Map<string, LedgerBlob>();
  for (const type of (await repository.folderIds(commit, LEDGER_FOLDER)).keys()) {
    const blobs = await repository.findFiles(
      commit,
      ids.flatMap((id) => ledgerPaths(type, id)),
    );
    for (const id of ids) {
      const path = ledgerPaths(type, id).find((one) => blobs.has(one)) ?? "";
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
    parseLedgerFile(await readBlob(ledger.oid), ledger);
  const first = await read(before);
  return currentRecord(first, await read(other)) === first ? before : other;
}

/** Returns the path on `published` of the file that a ledger record pins. */
export async function findPin(
  { state, slug, blob }: LedgerRecord,
  { blobsAt, pinsBySlug }: PublishedTree,
): Promise<string | undefined> {
  if (state !== "published") return undefined;
  const paths = pinsBySlug.get(foldSlug(slug));
  const blobs = await blobsAt(paths);
  return paths.find((path) => blobs.get(path) === blob);
}

/** Whether a path of `published` belongs to an entry file. */
export function isPin(path: string): boolean {
  return path !== "site.yml" && !/^(?:ledger|types|media)\//.test(path);
}

/** The ref that only HQ writes: the live content and its ledger. */
export const PUBLISHED_REF: string = PUBLISHED;

/** Changes between two commits of `published`, by kind of file. */
export interface PublishedFileChanges {
  readonly site: boolean;
  readonly versions: readonly FileChange[];
  readonly media: readonly (FileChange & { readonly id: string })[];
  readonly ledger: readonly (FileChange & { readonly id: string; readonly apiId: string })[];
  /** New pinned entry files: path by blob. */
  readonly pins: ReadonlyMap<string, string>;
  /** Existing paths in Loam's folders that this version doesn't recognize. */
  readonly unknown: readonly string[];
}

/**
 * Sorts a change of `published` by kind of file. Pinned entry files are identified by their blob, which the ledger
 * names, not by their path: `site.yml` may have moved a type's folder since.
 */
export function sortPublishedChanges(changes: readonly FileChange[]): PublishedFileChanges {
  const versions: FileChange[] = [];
  const media: (FileChange & { id: string })[] = [];
  const ledger = new Map<string, FileChange & { id: string; apiId: string }>();
  const unknown: string[] = [];
  const pins = new Map<string, string>();
  for (const change of changes) {
    const identity = LOAM_FOLDERS.test(change.path) ? classifyPath(change.path, NO_PATHS) : PIN;
    if (identity.kind === "version") versions.push(change);
    else if (identity.kind === "media") media.push({ ...change, id: identity.id });
    else if (identity.kind === "ledger") {
      // The id stays in memory for as long as the entry is live.
      const moved = { ...change, ...identity, id: copyText(identity.id) };
      const path = ledgerPath(identity.apiId, identity.id);
      ledger.set(path, { ...sidesOf(ledger.get(path), moved), path });
    } else if (change.after === undefined || NOT_LIVE.has(identity.kind)) continue;
    else if (identity === PIN) pins.set(change.after, change.path);
    else if (change.path !== FORMAT_PATH) unknown.push(change.path);
  }
  const site = changes.some(({ path }) => path === SITE_PATH);
  return { site, versions, media, ledger: [...ledger.values()], pins, unknown };
}

type LedgerFileChange = PublishedFileChanges["ledger"][number];

/** A record that moves appears at two paths, but counts as one change. */
function sidesOf(one: LedgerFileChange | undefined, other: LedgerFileChange): LedgerFileChange {
  if (one === undefined) return other;
  const before = one.before ?? other.before;
  const after = one.after ?? other.after;
  return {
    ...other,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}

/** Folders that cannot contain entries; every file elsewhere is a pinned entry. */
const LOAM_FOLDERS = /^(?:ledger|types|media)\//;
const PIN = { kind: "other" } as const;
/** Known files that don't affect live content. */
const NOT_LIVE: ReadonlySet<FileIdentity["kind"]> = new Set(["type"]);
export const NO_PATHS: SiteConfig = { id: "", name: "", paths: {}, routes: {} };

/** Reads all ledger records of a commit, by entry id. */
export async function readLedgers(
  repository: BlobReader,
  { ledger }: Pick<PublishedFileChanges, "ledger">,
): Promise<ReadonlyMap<string, LedgerRecord>> {
  const records = new Map<string, LedgerRecord>();
  for await (const [file, bytes] of eachFile(repository, ledger, ({ after = "" }) => after)) {
    const { id, path, apiId: type } = file;
    const record = parseLedgerFile(bytes, { id, path, type });
    const other = records.get(id);
    records.set(id, other === undefined ? record : currentRecord(other, record));
  }
  return records;
}

/**
 * Decides which of two records of one entry counts; there is one for each content type that it had. The live one wins,
 * otherwise the one of the later version.
 */
function currentRecord(one: LedgerRecord, other: LedgerRecord): LedgerRecord {
  if (one.state !== other.state) return one.state === "published" ? one : other;
  return one.version >= other.version ? one : other;
}

import { CmsError, isCmsError, type Issue } from "../../base/errors.ts";
import { parseTypeFile, parseVersionFile } from "../../content/schema/type-file.ts";
import { classifyPath, type FileIdentity, SITE_PATH } from "../../content/site/layout.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import { parseSiteFile } from "../../content/site/site-file.ts";
import type { TreeFile } from "../../git/read/list-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { ContentType, SchemaVersion } from "../../model/content-type.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { SiteConfig } from "../../model/site.ts";
import {
  PUBLISHED_REF,
  type PublishedFileChanges,
  sortPublishedChanges,
} from "../../publish/branch/published-tree.ts";
import { currentRecord, readLedger } from "../../publish/branch/read-ledger.ts";
import { MAIN } from "../../site/read/branches.ts";
import type { TypeState } from "../../site/read/file-facts.ts";
import { readFiles } from "./open-archive.ts";

export type EntryIdentity = FileIdentity & { readonly kind: "entry" };

/** A file of an entry on `main`. */
interface EntryFile extends TreeFile {
  readonly identity: EntryIdentity;
}

/** Where both branches stood. */
export interface SiteCommits {
  readonly main: string;
  readonly published?: string;
}

/** A site at one commit of each of its branches: what an export shows, whatever happens meanwhile. */
export interface SiteSnapshot {
  readonly commits: SiteCommits;
  /** The later commit's time: the same for the same commits. */
  readonly when: Date;
  readonly site: SiteConfig;
  /** Files of `main` that have a place in a site, in git's order. */
  readonly files: readonly TreeFile[];
  /** Paths of `main` that have none. */
  readonly others: readonly string[];
  /** By API id. */
  readonly types: ReadonlyMap<string, TypeState>;
  readonly entries: readonly EntryFile[];
  /** By id. */
  readonly media: readonly MediaRecord[];
  /** By entry id. */
  readonly ledger: ReadonlyMap<string, LedgerRecord>;
  /** Every file of `published`. */
  readonly published: PublishedFileChanges;
  /** What is wrong with types and records. */
  readonly problems: readonly Issue[];
}

const FILE_MODES: ReadonlySet<string> = new Set(["100644", "100755"]);

/**
 * Takes note of where both branches stand.
 *
 * @throws CmsError `not_found` for a site without `main`
 */
export async function readCommits(repository: GitRepository): Promise<SiteCommits> {
  // `published` first: what is live then was on `main` before.
  const published = await repository.resolveRef(PUBLISHED_REF);
  const main = await repository.resolveRef(MAIN);
  if (main === undefined) throw new CmsError("not_found", "The site's repository has no main.");
  return { main, ...(published === undefined ? {} : { published }) };
}

/**
 * Reads what an export has to know before it begins; entries are not read.
 *
 * @throws CmsError `invalid_site`, `repository_broken`
 */
export async function readSnapshot(
  repository: GitRepository,
  commits: SiteCommits,
): Promise<SiteSnapshot> {
  const { main, published } = commits;
  // Git reads it beside all that `main` has to say; of both failures that of `main` is told.
  const state = readPublishedState(repository, published);
  state.catch(() => undefined);
  const times = await Promise.all(Object.values(commits).map(repository.commitTime));
  const site = await readSite(repository, main);
  const sorted = sortFiles(await repository.listFiles(main), site);
  const problems: Issue[] = [];
  const types = await readTypes(repository, sorted, problems);
  const media = await readMedia(repository, sorted, problems);
  return {
    commits,
    when: new Date(Math.max(...times)),
    site,
    files: sorted.files,
    others: sorted.others,
    types,
    entries: sorted.entries,
    media: media.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ...(await state),
    problems,
  };
}

async function readSite(repository: GitRepository, commit: string): Promise<SiteConfig> {
  const file = await repository.readPath(commit, SITE_PATH);
  if (file === undefined) throw new CmsError("invalid_site", "main holds no site.yml.");
  return parseSiteFile(file.bytes);
}

interface SortedFiles {
  readonly files: readonly TreeFile[];
  readonly others: readonly string[];
  readonly types: readonly TreeFile[];
  readonly versions: readonly TreeFile[];
  readonly media: readonly TreeFile[];
  readonly entries: readonly EntryFile[];
}

function sortFiles(all: readonly TreeFile[], site: SiteConfig): SortedFiles {
  const others: string[] = [];
  const entries: EntryFile[] = [];
  const byKind = Map.groupBy(all, (file) => {
    const identity = FILE_MODES.has(file.mode) ? classifyPath(file.path, site) : OTHER;
    if (identity.kind === "other" || identity.kind === "ledger") others.push(file.path);
    if (identity.kind === "entry") entries.push({ ...file, identity });
    return identity.kind;
  });
  const left = new Set(others);
  return {
    files: all.filter(({ path }) => !left.has(path)),
    others,
    types: byKind.get("type") ?? [],
    versions: byKind.get("version") ?? [],
    media: byKind.get("media") ?? [],
    entries,
  };
}

const OTHER = { kind: "other" } as const;

async function readTypes(
  repository: GitRepository,
  { types, versions }: SortedFiles,
  problems: Issue[],
): Promise<ReadonlyMap<string, TypeState>> {
  const working = await parseAll(repository, types, { parse: parseTypeFile, problems });
  const frozen = await parseAll(repository, versions, { parse: parseVersionFile, problems });
  const byType = Map.groupBy(frozen, ({ apiId }) => apiId);
  const states = working.map(
    (type) => [type.apiId, stateOf(type, byType.get(type.apiId))] as const,
  );
  return new Map(states);
}

function stateOf(type: ContentType, found: readonly SchemaVersion[] = []): TypeState {
  const sorted = found.toSorted((a, b) => a.version - b.version);
  const versions = new Map(sorted.map((version) => [version.version, version]));
  const latest = sorted.at(-1);
  return { type, versions, ...(latest === undefined ? {} : { latest }) };
}

async function readMedia(
  repository: GitRepository,
  { media }: SortedFiles,
  problems: Issue[],
): Promise<readonly MediaRecord[]> {
  return parseAll(repository, media, { parse: parseMediaFile, problems });
}

interface ParseAll<T> {
  readonly parse: (bytes: Uint8Array, path: string) => T;
  readonly problems: Issue[];
}

/** What can be read; the rest is exported as it is, and named. */
async function parseAll<T>(
  repository: GitRepository,
  files: readonly TreeFile[],
  { parse, problems }: ParseAll<T>,
): Promise<readonly T[]> {
  const parsed: T[] = [];
  const take = (path: string, bytes: Uint8Array): void => {
    try {
      parsed.push(parse(bytes, path));
    } catch (error) {
      if (!isCmsError(error)) throw error;
      problems.push({ code: error.code, message: error.message, path });
    }
  };
  for await (const { item, bytes } of readFiles(repository, files, ({ oid }) => oid)) {
    take(item.path, bytes);
  }
  return parsed;
}

async function readPublishedState(
  repository: GitRepository,
  commit: string | undefined,
): Promise<Pick<SiteSnapshot, "ledger" | "published">> {
  const ledger = new Map<string, LedgerRecord>();
  const all = commit === undefined ? [] : await repository.changedFiles(undefined, commit);
  const published = sortPublishedChanges(all);
  const files = readFiles(repository, published.ledger, ({ after = "" }) => after);
  for await (const { item, bytes } of files) {
    const { path, apiId: type, id } = item;
    const record = readLedger(bytes, { path, type, id });
    const known = ledger.get(id);
    ledger.set(id, known === undefined ? record : currentRecord(known, record));
  }
  return { ledger, published };
}

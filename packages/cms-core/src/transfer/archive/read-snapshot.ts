import { CmsError, isCmsError, type Issue } from "../../base/errors.ts";
import { parseTypeFile, parseVersionFile } from "../../content/schema/type-file.ts";
import { classifyPath, type FileIdentity, SITE_PATH } from "../../content/site/layout.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import { parseSiteFile } from "../../content/site/site-file.ts";
import type { TreeFile } from "../../git/read/list-files.ts";
import { eachFile } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { ContentType, SchemaVersion } from "../../model/content-type.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { SiteConfig } from "../../model/site.ts";
import {
  PUBLISHED_REF,
  type PublishedFileChanges,
  readLedgers,
  sortPublishedChanges,
} from "../../publish/branch/published-tree.ts";
import { MAIN } from "../../site/read/branches.ts";
import { type ReadEntry, readEntryFacts, type TypeState } from "../../site/read/file-facts.ts";

type EntryIdentity = FileIdentity & { readonly kind: "entry" };

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

export const FILE_MODES: ReadonlySet<string> = new Set(["100644", "100755"]);

/**
 * Takes note of where both branches stand.
 *
 * @throws CmsError `not_found` for a site without `main`
 */
export async function readCommits(repository: GitRepository): Promise<SiteCommits> {
  // `published` first: what is live then was on `main` before.
  const published = await repository.resolveRef(PUBLISHED_REF);
  const main = await repository.resolveRef(MAIN);
  if (main === undefined)
    throw new CmsError("not_found", "The site's repository has no main branch.");
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
  const steps = await Promise.all(Object.values(commits).map(repository.readCommit));
  const times = steps.map(({ time }) => time);
  const site = await readSite(repository, main);
  const all = Array.from(await repository.listFiles(main), (file): PlacedFile => {
    return { ...file, identity: FILE_MODES.has(file.mode) ? classifyPath(file.path, site) : OTHER };
  });
  const problems: Issue[] = [];
  const ofKind = (kind: FileIdentity["kind"]) =>
    all.filter(({ identity }) => identity.kind === kind);
  const read = { repository, problems };
  const working = await parseAll(ofKind("type"), parseTypeFile, read);
  const versions = await parseAll(ofKind("version"), parseVersionFile, read);
  const media = await parseAll(ofKind("media"), parseMediaFile, read);
  const byType = Map.groupBy(versions, ({ apiId }) => apiId);
  return {
    commits,
    when: new Date(Math.max(...times)),
    site,
    files: all.filter(hasPlace),
    others: all.filter((file) => !hasPlace(file)).map(({ path }) => path),
    types: new Map(working.map((type) => [type.apiId, stateOf(type, byType.get(type.apiId))])),
    entries: all.filter(isEntry),
    media: media.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ...(await state),
    problems,
  };
}

interface PlacedFile extends TreeFile {
  readonly identity: FileIdentity;
}

const OTHER = { kind: "other" } as const;

function hasPlace({ identity: { kind } }: PlacedFile): boolean {
  return kind !== "other" && kind !== "ledger";
}

function isEntry(file: PlacedFile): file is EntryFile {
  return file.identity.kind === "entry";
}

async function readSite(repository: GitRepository, commit: string): Promise<SiteConfig> {
  const file = await repository.readPath(commit, SITE_PATH);
  if (file === undefined) throw new CmsError("invalid_site", "The main branch has no site.yml.");
  return parseSiteFile(file.bytes);
}

function stateOf(type: ContentType, found: readonly SchemaVersion[] = []): TypeState {
  const sorted = found.toSorted((a, b) => a.version - b.version);
  const versions = new Map(sorted.map((version) => [version.version, version]));
  const latest = sorted.at(-1);
  return { type, versions, ...(latest === undefined ? {} : { latest }) };
}

interface ReadParts {
  readonly repository: GitRepository;
  readonly problems: Issue[];
}

/** What can be read; the rest is exported as it is, and named. */
async function parseAll<T>(
  files: readonly TreeFile[],
  parse: (bytes: Uint8Array, path: string) => T,
  { repository, problems }: ReadParts,
): Promise<readonly T[]> {
  const parsed: T[] = [];
  for await (const [{ path }, bytes] of eachFile(repository, files, ({ oid }) => oid)) {
    try {
      parsed.push(parse(bytes, path));
    } catch (error) {
      if (!isCmsError(error)) throw error;
      problems.push({ code: error.code, message: error.message, path });
    }
  }
  return parsed;
}

async function readPublishedState(
  repository: GitRepository,
  commit: string | undefined,
): Promise<Pick<SiteSnapshot, "ledger" | "published">> {
  const all = commit === undefined ? [] : await repository.changedFiles(undefined, commit);
  const published = sortPublishedChanges(all);
  return { ledger: await readLedgers(repository, published), published };
}

interface ReadEntryFile extends EntryFile {
  readonly bytes: Uint8Array;
  readonly read: ReadEntry;
}

/** The entries on `main`, of one type or of all, each with what its file says. */
export async function* readEntries(
  repository: GitRepository,
  { entries, types }: SiteSnapshot,
  apiId?: string,
): AsyncGenerator<ReadEntryFile> {
  const isWanted = ({ identity }: EntryFile): boolean =>
    apiId === undefined || identity.apiId === apiId;
  const wanted = entries.filter(isWanted);
  for await (const [file, bytes] of eachFile(repository, wanted, ({ oid }) => oid)) {
    const { path, identity } = file;
    const read = readEntryFacts({ path, bytes }, identity, types.get(identity.apiId));
    yield { ...file, bytes, read };
  }
}

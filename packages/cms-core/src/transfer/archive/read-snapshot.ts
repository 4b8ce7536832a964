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

/** An entry file on `main`. */
interface EntryFile extends TreeFile {
  readonly identity: EntryIdentity;
}

/** Commits of both branches. */
export interface SiteCommits {
  readonly main: string;
  readonly published?: string;
}

/** A site at one commit of each branch. Later changes don't affect it. */
export interface SiteSnapshot {
  readonly commits: SiteCommits;
  /** Time of the later commit, so it only depends on the commits. */
  readonly when: Date;
  readonly site: SiteConfig;
  /** Files on `main` that belong to a site, in Git order. */
  readonly files: readonly TreeFile[];
  /** Paths on `main` that don't belong to a site. */
  readonly others: readonly string[];
  /** Types by API ID. */
  readonly types: ReadonlyMap<string, TypeState>;
  readonly entries: readonly EntryFile[];
  /** Media records by id. */
  readonly media: readonly MediaRecord[];
  /** Ledger records by entry id. */
  readonly ledger: ReadonlyMap<string, LedgerRecord>;
  /** All files on `published`. */
  readonly published: PublishedFileChanges;
  /** Problems in types and records. */
  readonly problems: readonly Issue[];
}

export const FILE_MODES: ReadonlySet<string> = new Set(["100644", "100755"]);

/**
 * Resolves both branches.
 *
 * @throws CmsError `not_found` for a site without `main`
 */
export async function readCommits(repository: GitRepository): Promise<SiteCommits> {
  // `published` first: everything live at that moment is already on `main`.
  const published = await repository.resolveRef(PUBLISHED_REF);
  const main = await repository.resolveRef(MAIN);
  if (main === undefined)
    throw new CmsError("not_found", "The site's repository has no main branch.");
  return { main, ...(published === undefined ? {} : { published }) };
}

/**
 * Reads everything that an export needs before it starts, except entries.
 *
 * @throws CmsError `invalid_site`, `repository_broken`
 */
export async function readSnapshot(
  repository: GitRepository,
  commits: SiteCommits,
): Promise<SiteSnapshot> {
  const { main, published } = commits;
  // Read in parallel with `main`. If both fail, the error of `main` is thrown.
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

/** Parses all readable files. Unreadable ones are exported as they are and reported. */
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

/** Yields the entries on `main`, of one type or all types, with their parsed files. */
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

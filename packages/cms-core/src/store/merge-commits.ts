import { isCmsError } from "../base/errors.ts";
import { classifyPath, SITE_PATH, versionPath } from "../content/layout.ts";
import { readEntryId } from "../content/parse-entry.ts";
import { parseSiteFile } from "../content/site-file.ts";
import { parseVersionFile } from "../content/version-file.ts";
import type { FileChange } from "../git/diff-reader.ts";
import type { GitRepository } from "../git/repository.ts";
import { mergeTrees, type MergedTree } from "../merge/merge-trees.ts";
import { pairChanges } from "../merge/pair-changes.ts";
import type { SchemaVersion } from "../model/content-type.ts";
import type { SiteConfig } from "../model/site.ts";

export interface MergeCommits {
  /** The commit that both sides grew from. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

type Repository = Pick<GitRepository, "changedFiles" | "readBlobs" | "readPath">;

/**
 * Merges two commits of a site: the files to write over ours, the conflicts, and what is wrong although
 * nothing conflicts. Only what differs from the base is read; nothing is written.
 *
 * @throws CmsError `invalid_site` when ours has no `site.yml` that can be read, `not_found`
 */
export async function mergeCommits(
  repository: Repository,
  commits: MergeCommits,
): Promise<MergedTree> {
  const [mine, other] = await Promise.all([
    repository.changedFiles(commits.base, commits.ours),
    repository.changedFiles(commits.base, commits.theirs),
  ]);
  const site = await readSite(repository, commits.ours);
  const bytes = await readWanted(repository, site, [mine, other]);
  const bytesOf = (blob: string): Uint8Array => bytes.get(blob) ?? new Uint8Array();
  const nameOf = (path: string, blob: string): string | undefined => {
    const id = isEntry(site, path) ? readEntryId(bytesOf(blob)) : undefined;
    return id === undefined ? mediaName(site, path) : `entry:${id}`;
  };
  const versions = await readVersions(repository, commits, typesIn(site, [...mine, ...other]));
  return mergeTrees({
    site,
    ours: pairChanges(mine, nameOf),
    theirs: pairChanges(other, nameOf),
    bytesOf,
    schemaOf: (apiId, version) => {
      const known = versions.get(apiId);
      return known?.get(version ?? Math.max(...known.keys()));
    },
  });
}

async function readSite(repository: Repository, commit: string): Promise<SiteConfig> {
  const file = await repository.readPath(commit, SITE_PATH);
  return parseSiteFile(file?.bytes ?? new Uint8Array());
}

function isEntry(site: SiteConfig, path: string): boolean {
  return classifyPath(path, site).kind === "entry";
}

/** By which a media record is followed wherever it stands. */
function mediaName(site: SiteConfig, path: string): string | undefined {
  const identity = classifyPath(path, site);
  return identity.kind === "media" ? `media:${identity.id}` : undefined;
}

/** The blobs of entries, and of all else that both sides changed. */
async function readWanted(
  repository: Repository,
  site: SiteConfig,
  [mine, other]: readonly [readonly FileChange[], readonly FileChange[]],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const nameOf = ({ path }: FileChange): string => mediaName(site, path) ?? path;
  const both = new Set(mine.map(nameOf)).intersection(new Set(other.map(nameOf)));
  const wanted = new Set<string>();
  for (const change of [...mine, ...other]) {
    const { path, before, after, mode } = change;
    if (mode === SUBMODULE || (!both.has(nameOf(change)) && !isEntry(site, path))) continue;
    if (before !== undefined) wanted.add(before);
    if (after !== undefined) wanted.add(after);
  }
  const blobs = [...wanted];
  const bytes = await repository.readBlobs(blobs);
  return new Map(blobs.map((blob, index) => [blob, bytes[index] ?? new Uint8Array()]));
}

const SUBMODULE = "160000";

function typesIn(site: SiteConfig, changes: readonly FileChange[]): Set<string> {
  const types = new Set<string>();
  for (const { path } of changes) {
    const identity = classifyPath(path, site);
    if (identity.kind === "entry") types.add(identity.apiId);
  }
  return types;
}

/** The schema versions of types, of whichever side has them. */
async function readVersions(
  repository: Repository,
  { base, ours, theirs }: MergeCommits,
  types: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ReadonlyMap<number, SchemaVersion>>> {
  const read = async (apiId: string): Promise<[string, Map<number, SchemaVersion>]> => {
    const versions = new Map<number, SchemaVersion>();
    for (let number = 1, missing = 0; missing < MAX_GAP; number += 1) {
      const path = versionPath(apiId, number);
      const files = await Promise.all(
        [ours, theirs, base].map(async (commit) => repository.readPath(commit, path)),
      );
      const file = files.find((one) => one !== undefined);
      const version = file && readable(file.bytes, path);
      missing = version === undefined ? missing + 1 : 0;
      if (version !== undefined) versions.set(number, version);
    }
    return [apiId, versions];
  };
  return new Map(await Promise.all([...types].map(read)));
}

// Numbers follow each other; someone may have removed a file or two.
const MAX_GAP = 3;

function readable(bytes: Uint8Array, path: string): SchemaVersion | undefined {
  try {
    return parseVersionFile(bytes, path);
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

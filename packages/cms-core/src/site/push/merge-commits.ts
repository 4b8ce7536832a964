import { CmsError } from "../../base/errors.ts";
import { sizeOf } from "../../base/quantity.ts";
import { readEntryId } from "../../content/entry/parse-entry.ts";
import { classifyPath, SITE_PATH } from "../../content/site/layout.ts";
import { parseSiteFile } from "../../content/site/site-file.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import { readFiles } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import { pairChanges, type TreeSides } from "../../merge/entry/tree-sides.ts";
import { mergeTrees, type MergedTree } from "../../merge/site/merge-trees.ts";
import { LIMITS } from "../../model/limits.ts";
import type { SiteConfig } from "../../model/site.ts";
import { schemasAt } from "../read/read-site.ts";

export interface MergeCommits extends Pick<TreeSides, "decide"> {
  /** The commit that both sides grew from; without one, all of both is new. */
  readonly base: string | undefined;
  readonly ours: string;
  readonly theirs: string;
  /** What the repository is of. @default what `site.yml` of ours says */
  readonly site?: SiteConfig;
}

type Repository = Pick<GitRepository, "blobSizes" | "changedFiles" | "readBlobs" | "readPath">;

/**
 * Merges two commits of a site: the files to write over ours, and the conflicts. Only what differs from the base is read; nothing is written.
 *
 * @throws CmsError `invalid_site` when ours has no `site.yml` that can be read, `not_found`, `too_large`
 */
export async function mergeCommits(
  repository: Repository,
  commits: MergeCommits,
): Promise<MergedTree> {
  const [mine, other] = await Promise.all([
    repository.changedFiles(commits.base, commits.ours),
    repository.changedFiles(commits.base, commits.theirs),
  ]);
  const site = commits.site ?? (await readSite(repository, commits.ours));
  const bytes = await readWanted(repository, site, [mine, other]);
  const bytesOf = (blob: string): Uint8Array => bytes.get(blob) ?? new Uint8Array();
  const nameOf = (path: string, blob: string): string | undefined => {
    const id = isEntry(site, path) ? readEntryId(bytesOf(blob)) : undefined;
    return id === undefined ? mediaName(site, path) : `entry:${id}`;
  };
  const { base, ours, theirs } = commits;
  const types = typesIn(site, [...mine, ...other]);
  const versions = await schemasAt(
    repository,
    [ours, theirs, ...(base === undefined ? [] : [base])],
    types,
  );
  return mergeTrees({
    site,
    ...(commits.decide && { decide: commits.decide }),
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
  const sizes = await repository.blobSizes(blobs);
  if (sizes.reduce((sum, size) => sum + size, 0) > LIMITS.pushedBytes) {
    const message = `What differs has more than ${sizeOf(LIMITS.pushedBytes)}, which is too much to be merged at once.`;
    throw new CmsError("too_large", message);
  }
  return new Map(await readFiles(repository, blobs, (oid) => oid));
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

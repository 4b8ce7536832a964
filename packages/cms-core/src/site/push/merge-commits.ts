import { CmsError, readOr } from "../../base/errors.ts";
import { sizeOf } from "../../base/quantity.ts";
import {
  completeEntry,
  type EntryHead,
  readEntryHead,
} from "../../content/entry/complete-entry.ts";
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

export interface MergeCommits extends Pick<TreeSides, "decide" | "rename"> {
  /** The common ancestor of both sides; without one, everything on both sides counts as new. */
  readonly base: string | undefined;
  readonly ours: string;
  readonly theirs: string;
  /** Configuration of the site. @default `site.yml` of our side */
  readonly site?: SiteConfig;
}

type Repository = Pick<GitRepository, "blobSizes" | "changedFiles" | "readBlobs" | "readPath">;

/**
 * Merges two commits of a site. Returns the files to write over ours, and the conflicts. Reads only what differs from
 * the base and writes nothing.
 *
 * @throws CmsError `invalid_site` if our side has no readable `site.yml`, `not_found`, `too_large`
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
  const completed = completeKnown(site, [...mine, ...other], bytes);
  const bytesOf = (blob: string): Uint8Array =>
    completed.get(blob) ?? bytes.get(blob) ?? new Uint8Array();
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
    ...(commits.rename && { rename: commits.rename }),
    ours: pairChanges(mine, nameOf),
    theirs: pairChanges(other, nameOf),
    bytesOf,
    schemaOf: (apiId, version) => {
      const known = versions.get(apiId);
      return known?.get(version ?? Math.max(...known.keys()));
    },
  });
}

/**
 * Adds the ids that one side gave to files without an id to the same files on the other side and in the base, so that
 * they count as the same entries.
 */
function completeKnown(
  site: SiteConfig,
  changes: readonly FileChange[],
  bytes: ReadonlyMap<string, Uint8Array>,
): ReadonlyMap<string, Uint8Array> {
  const heads = new Map<string, EntryHead>();
  const isWithout = (blob: string | undefined): blob is string =>
    blob !== undefined && bytes.has(blob) && readEntryId(bytes.get(blob) ?? EMPTY) === undefined;
  const entries = changes.filter(({ path }) => isEntry(site, path));
  for (const { path, before, after } of entries) {
    const now = after === undefined ? undefined : bytes.get(after);
    const id = now && readEntryId(now);
    if (now === undefined || id === undefined || !isWithout(before)) continue;
    const head = readOr(() => readEntryHead(now, path), {});
    heads.set(path, { schema: 1, createdAt: "", ...head, id });
  }
  const completed = new Map<string, Uint8Array>();
  for (const { path, before, after } of entries) {
    const head = heads.get(path);
    if (head === undefined || before === undefined) continue;
    for (const blob of [before, after].filter(isWithout)) {
      const original = bytes.get(blob) ?? EMPTY;
      completed.set(
        blob,
        readOr(() => completeEntry(original, { path, head }), original),
      );
    }
  }
  return completed;
}

const EMPTY = new Uint8Array();

async function readSite(repository: Repository, commit: string): Promise<SiteConfig> {
  const file = await repository.readPath(commit, SITE_PATH);
  return parseSiteFile(file?.bytes ?? new Uint8Array());
}

function isEntry(site: SiteConfig, path: string): boolean {
  return classifyPath(path, site).kind === "entry";
}

/** Returns the name by which a media record is tracked wherever it is. */
function mediaName(site: SiteConfig, path: string): string | undefined {
  const identity = classifyPath(path, site);
  return identity.kind === "media" ? `media:${identity.id}` : undefined;
}

/** Returns the blobs of entries, and of everything else that both sides changed. */
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
    const message = `The differences exceed ${sizeOf(LIMITS.pushedBytes)}, which is too much for a single merge.`;
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

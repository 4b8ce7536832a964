import { CmsError, isCmsError, type Issue, readOr } from "../../base/errors.ts";
import { isMediaId } from "../../base/ids.ts";
import { sizeOf } from "../../base/quantity.ts";
import { parseVersionFile } from "../../content/schema/type-file.ts";
import { mediaPath, SITE_PATH, versionPath } from "../../content/site/layout.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import { parseSiteFile } from "../../content/site/site-file.ts";
import type { Oid } from "../../git/objects/object-id.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import { LIMITS } from "../../model/limits.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { SiteConfig } from "../../model/site.ts";
import { PUBLISHED } from "./branches.ts";
import { issuesOf } from "./file-facts.ts";

/** The `site.yml` that applies at a commit. */
export interface SiteFileRead {
  readonly site: SiteConfig;
  /** Blob of the file used; an older one if the commit's file cannot be used. */
  readonly blob: string;
  /** Why the commit's own file cannot be used. */
  readonly issues: readonly Issue[];
}

/**
 * Reads `site.yml` of a commit. If someone broke or removed it past HQ, uses its newest valid version in the commit's
 * history, or the published one.
 *
 * @param siteId - a file with another id isn't used; undefined accepts any id
 * @throws CmsError `invalid_site` if there never was one
 */
export async function readSiteFile(
  repository: GitRepository,
  commit: string,
  siteId?: string,
): Promise<SiteFileRead> {
  const blob = (await repository.findFiles(commit, [SITE_PATH])).get(SITE_PATH);
  const read =
    blob === undefined ? { issues: [NO_FILE] } : await readVersion(repository, blob, siteId);
  if ("site" in read) return { ...read, blob: blob ?? "", issues: [] };
  const { issues } = read;
  const before = await readBefore(repository, commit, siteId);
  if (before !== undefined) return { ...before, issues };
  const message = "The repository has never had a readable site.yml.";
  throw new CmsError("invalid_site", message, { issues });
}

async function readBefore(
  repository: GitRepository,
  commit: string,
  siteId: string | undefined,
): Promise<Omit<SiteFileRead, "issues"> | undefined> {
  for (const tip of [commit, await repository.resolveRef(PUBLISHED)]) {
    const commits = tip === undefined ? [] : [tip];
    const versions = await repository.fileVersions({ commits, folder: SITE_PATH });
    for (const { oid } of versions.filter(isSiteFile)) {
      const read = await readVersion(repository, oid, siteId);
      if ("site" in read) return { ...read, blob: oid };
    }
  }
  return undefined;
}

/** Excludes a folder or a submodule of that name. */
function isSiteFile({ path, mode }: { readonly path: string; readonly mode: string }): boolean {
  return path === SITE_PATH && mode.startsWith("100");
}

/** Reads a version, which can have any size or be a submodule if it was pushed past HQ. */
async function readVersion(
  repository: GitRepository,
  blob: string,
  siteId: string | undefined,
): Promise<Parsed> {
  try {
    const [size = 0] = await repository.blobSizes([blob]);
    if (size > LIMITS.fileBytes) return { issues: [tooLarge(size)] };
    return parse(await repository.readBlob(blob), siteId);
  } catch (error) {
    if (isCmsError(error) && error.code === "not_found") return { issues: [NO_FILE] };
    throw error;
  }
}

type Parsed = { readonly site: SiteConfig } | { readonly issues: readonly Issue[] };

function parse(bytes: Uint8Array, siteId: string | undefined): Parsed {
  try {
    const site = parseSiteFile(bytes);
    return siteId === undefined || site.id === siteId ? { site } : { issues: [otherSite(siteId)] };
  } catch (error) {
    return { issues: issuesOf(error, SITE_PATH) };
  }
}

const NO_FILE: Issue = { code: "invalid_site", message: "There is no site.yml.", path: SITE_PATH };

function tooLarge(size: number): Issue {
  const message = `site.yml is ${sizeOf(size)}, which is more than the limit of ${sizeOf(LIMITS.fileBytes)}.`;
  return { code: "invalid_site", message, path: SITE_PATH };
}

function otherSite(siteId: string): Issue {
  const message = `site.yml has the ID of another site. The ID of this site is ${siteId}.`;
  return { code: "invalid_site", message, path: SITE_PATH, field: "id" };
}

/**
 * Reads the version that an edit started from and parses it with `read`.
 *
 * @throws CmsError `stale` if the repository has no such version, or it isn't one of this file
 */
export async function readBase<T>(
  repository: GitRepository,
  base: string,
  read: (bytes: Uint8Array) => T | undefined,
): Promise<T> {
  const found = await tryRead(repository, base, read);
  if (found !== undefined) return found;
  throw new CmsError(
    "stale",
    "The base version of the edit is unknown. Read the current version again.",
    {
      details: { base },
    },
  );
}

async function tryRead<T>(
  repository: GitRepository,
  base: string,
  read: (bytes: Uint8Array) => T | undefined,
): Promise<T | undefined> {
  try {
    return read(await repository.readBlob(base));
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

type Repository = Pick<GitRepository, "readPath" | "listFiles" | "readBlob">;

/** Reads a media record at a commit of any branch. @throws CmsError `not_found`, and the errors of reading its file */
export async function readMediaAt(
  repository: Repository,
  commit: string,
  id: string,
): Promise<MediaRecord> {
  const file = isMediaId(id) ? await findFile(repository, commit, id) : undefined;
  if (file !== undefined) return parseMediaFile(file.bytes, file.path);
  throw new CmsError("not_found", `There is no media file ${id.slice(0, 40)} in that version.`);
}

async function findFile(
  repository: Repository,
  commit: string,
  id: string,
): Promise<{ readonly path: string; readonly bytes: Uint8Array } | undefined> {
  const usual = mediaPath(id);
  const found = await repository.readPath(commit, usual);
  if (found !== undefined) return { path: usual, bytes: found.bytes };
  // A record can be at any path below `media/`.
  const files = await repository.listFiles(commit);
  const file = files.find(({ path }) => path.startsWith("media/") && path.endsWith(`/${id}.yml`));
  return file && { path: file.path, bytes: await repository.readBlob(file.oid) };
}

/** Returns the schema versions of types. For each type, uses the first of the given commits that has it. */
export async function schemasAt(
  repository: Pick<GitRepository, "readPath">,
  commits: readonly Oid[],
  types: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ReadonlyMap<number, SchemaVersion>>> {
  const read = async (apiId: string): Promise<[string, Map<number, SchemaVersion>]> => {
    const versions = new Map<number, SchemaVersion>();
    for (let number = 1, missing = 0; missing < MAX_GAP; number += 1) {
      const path = versionPath(apiId, number);
      const files = await Promise.all(
        commits.map(async (commit) => repository.readPath(commit, path)),
      );
      const file = files.find((one) => one !== undefined);
      const version = file && readOr(() => parseVersionFile(file.bytes, path), undefined);
      missing = version === undefined ? missing + 1 : 0;
      if (version !== undefined) versions.set(number, version);
    }
    return [apiId, versions];
  };
  return new Map(await Promise.all([...types].map(read)));
}

// Numbers are consecutive, but a file or two may have been removed.
const MAX_GAP = 3;

import { CmsError, isCmsError, type Issue } from "../../base/errors.ts";
import { SITE_PATH } from "../../content/site/layout.ts";
import { parseSiteFile } from "../../content/site/site-file.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import { LIMITS } from "../../model/limits.ts";
import type { SiteConfig } from "../../model/site.ts";
import { PUBLISHED } from "./branches.ts";

/** What `site.yml` says at a commit. */
export interface SiteFileRead {
  readonly site: SiteConfig;
  /** The file that says it: an older one where that of the commit cannot be used. */
  readonly blob: string;
  /** Why that of the commit cannot. */
  readonly issues: readonly Issue[];
}

/**
 * Reads `site.yml` of a commit. Who breaks or removes it past HQ stops nobody: then its newest version on the way to
 * the commit counts that can be used, else what was published of it.
 *
 * @param siteId - a file with another id cannot be used; any id is taken unless given
 * @throws CmsError `invalid_site` when there never was one
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
  const message = "The repository never had a site.yml that can be read.";
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

/** Not a folder or a submodule of its name. */
function isSiteFile({ path, mode }: { readonly path: string; readonly mode: string }): boolean {
  return path === SITE_PATH && mode.startsWith("100");
}

/** What came past HQ may have any size, or be a submodule. */
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
    if (!isCmsError(error)) throw error;
    const { code, message, issues } = error;
    return { issues: issues.length > 0 ? issues : [{ code, message, path: SITE_PATH }] };
  }
}

const NO_FILE: Issue = { code: "invalid_site", message: "There is no site.yml.", path: SITE_PATH };

function tooLarge(size: number): Issue {
  const message = `site.yml has ${size} bytes; at most ${LIMITS.fileBytes} are read.`;
  return { code: "invalid_site", message, path: SITE_PATH };
}

function otherSite(siteId: string): Issue {
  const message = `site.yml has the id of another site; this one is ${siteId}.`;
  return { code: "invalid_site", message, path: SITE_PATH, field: "id" };
}

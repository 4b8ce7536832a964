import { isCmsError, type Issue } from "../../base/errors.ts";
import { classifyPath } from "../../content/site/layout.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { SiteConfig } from "../../model/site.ts";
import type { TypeState } from "../../site/read/file-facts.ts";
import { takeChanges } from "../../site/read/follow-site.ts";
import { readSiteFile, type SiteFileRead } from "../../site/read/read-site.ts";
import { SiteIndex } from "../../site/read/site-index.ts";

/** What entry files of `main` are read by. */
export interface SiteSchemas {
  readonly site: SiteConfig;
  /** Of `site.yml`. */
  readonly siteIssues: readonly Issue[];
  readonly typeOf: (apiId: string) => TypeState | undefined;
  readonly types: () => readonly TypeState[];
  /** Problems of schema files. */
  readonly problems: () => ReadonlyMap<string, readonly Issue[]>;
  /** Takes changed schema files. */
  readonly take: (changes: readonly FileChange[]) => Promise<void>;
}

/** Where `site.yml` never could be read, types are where they are by default. */
const NO_SITE: SiteConfig = { id: "", name: "", paths: {}, routes: {} };

/** Reads these schema files of a site. */
export async function readSiteSchemas(
  repository: GitRepository,
  siteFile: SiteFileRead,
  files: readonly FileChange[],
): Promise<SiteSchemas> {
  const index = new SiteIndex(siteFile, "");
  await takeChanges(index, files, repository.readBlobs);
  return {
    site: index.site,
    siteIssues: siteFile.issues,
    typeOf: (apiId) => index.typeState(apiId),
    types: () => index.types(),
    problems: () => new Map([...index.problemFiles()].map(({ path, issues: own }) => [path, own])),
    take: async (changes) => void (await takeChanges(index, changes, repository.readBlobs)),
  };
}

export function isSchemaFile(path: string, site: SiteConfig): boolean {
  if (!path.startsWith("types/")) return false;
  const { kind } = classifyPath(path, site);
  return kind === "type" || kind === "version";
}

/** What `site.yml` says at a commit, as far as it can be read. */
export async function readSite(
  repository: GitRepository,
  commit: string | undefined,
): Promise<SiteFileRead> {
  if (commit === undefined) return { site: NO_SITE, blob: "", issues: [] };
  try {
    return await readSiteFile(repository, commit);
  } catch (error) {
    if (!isCmsError(error) || error.code !== "invalid_site") throw error;
    return { site: NO_SITE, blob: "", issues: error.issues };
  }
}

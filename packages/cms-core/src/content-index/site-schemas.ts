import { isCmsError, type Issue } from "../base/errors.ts";
import { classifyPath, SITE_PATH } from "../content/layout.ts";
import { parseSiteFile } from "../content/site-file.ts";
import type { FileChange } from "../git/diff-reader.ts";
import type { GitRepository } from "../git/repository.ts";
import type { SiteConfig } from "../model/site.ts";
import type { TypeState } from "../store/file-facts.ts";
import { takeChanges } from "../store/follow-site.ts";
import { SiteIndex } from "../store/site-index.ts";

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

/** A site whose `site.yml` cannot be read has its types where they are by default. */
const NO_SITE: SiteConfig = { id: "", name: "", paths: {}, routes: {} };

/** What `site.yml` says, as far as it can be read. */
export interface ReadSite {
  readonly site: SiteConfig;
  readonly issues: readonly Issue[];
}

/** Reads these schema files of a site. */
export async function readSiteSchemas(
  repository: GitRepository,
  { site, issues }: ReadSite,
  files: readonly FileChange[],
): Promise<SiteSchemas> {
  const index = new SiteIndex(site, "");
  await takeChanges(index, files, repository.readBlobs);
  return {
    site,
    siteIssues: issues,
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

/** Reads `site.yml` of a commit. */
export async function readSite(
  repository: GitRepository,
  commit: string | undefined,
): Promise<ReadSite> {
  const file = commit === undefined ? undefined : await repository.readPath(commit, SITE_PATH);
  if (file === undefined) return { site: NO_SITE, issues: [] };
  try {
    return { site: parseSiteFile(file.bytes), issues: [] };
  } catch (error) {
    if (!isCmsError(error)) throw error;
    const { code, message, issues } = error;
    const own = issues.length > 0 ? issues : [{ code, message, path: SITE_PATH }];
    return { site: NO_SITE, issues: own };
  }
}

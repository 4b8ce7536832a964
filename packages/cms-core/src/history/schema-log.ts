import { isoInstant } from "../base/instant.ts";
import { classifyPath, versionPath } from "../content/site/layout.ts";
import type { Author } from "../git/objects/commit-object.ts";
import type { SiteStore } from "../site/site-store.ts";

/** When a schema version was published, and by whom. */
export interface LoggedVersion {
  readonly version: number;
  readonly commit: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly when: string;
  readonly author: Author;
}

const MOST_COMMITS = 10_000;

/**
 * Who published which schema version of a type, the newest first. A version that came with an import or with the
 * first push of a site stands there with that.
 */
export async function schemaLog(store: SiteStore, apiId: string): Promise<LoggedVersion[]> {
  const folder = versionPath(apiId, 1).replace(/\/[^/]*$/, "");
  const log = await store.repository.fileLog({
    commits: [store.head()],
    path: folder,
    limit: MOST_COMMITS,
  });
  const found = new Map<number, LoggedVersion>();
  for (const { commit, time, author, changes } of log) {
    for (const { path, after } of changes) {
      const identity = classifyPath(path, store.site());
      if (after === undefined || identity.kind !== "version") continue;
      const { version } = identity;
      // The log goes back in time: what stays is the commit that wrote it first.
      found.set(version, { version, commit, when: isoInstant(new Date(time)), author });
    }
  }
  return [...found.values()].toSorted((a, b) => b.version - a.version);
}

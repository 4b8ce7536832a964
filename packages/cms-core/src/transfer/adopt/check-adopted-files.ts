import { CmsError, type Issue } from "../../base/errors.ts";
import { classifyPath } from "../../content/site/layout.ts";
import type { TreeFile } from "../../git/read/list-files.ts";
import type { SiteConfig } from "../../model/site.ts";
import { nameIssue, sameNameIssues } from "../../site/push/check-names.ts";

/** Folders that a site has for itself. */
const OWN = /^(?:types|media|ledger)\//;
const MOST_SHOWN = 20;

/**
 * Refuses files that could harm who edits the site: links and names that cannot be everywhere, where its entries, types and
 * media are, and names that some machines take for one. What stands elsewhere is the project's own: it stays, and is told.
 *
 * @throws CmsError `invalid_path` with the first of them
 */
export function checkFiles(files: readonly TreeFile[], site: SiteConfig): readonly Issue[] {
  const kept: Issue[] = [];
  const refused: Issue[] = sameNameIssues(files.map(({ path }) => path));
  for (const { path, mode, oid } of files) {
    const issue = nameIssue({ path, mode, after: oid });
    if (issue === undefined) continue;
    const isOwn = OWN.test(path) || classifyPath(path, site).kind !== "other";
    (isOwn ? refused : kept).push(issue);
  }
  if (refused.length === 0) return kept;
  const named = refused.slice(0, MOST_SHOWN).map(({ path = "", message }) => `${path}: ${message}`);
  const count = refused.length === 1 ? "One file" : `${refused.length} files`;
  throw new CmsError(
    "invalid_path",
    `${count} of the repository cannot be in a site; rename or remove them, commit, and try again.\n${named.join("\n")}`,
    { issues: refused.slice(0, MOST_SHOWN) },
  );
}

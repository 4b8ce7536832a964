import type { Issue } from "../../base/errors.ts";
import type { SiteConfig } from "../../model/site.ts";
import { classifyPath, entryFolder, entryPattern } from "./layout.ts";

/** Extensions of files that might be intended as entries. */
const TEXT = /\.(?:md|mdx|markdown|mdown|mdoc)$/i;

/** Extensions that a pattern in `paths` can have. */
const SUPPORTED: ReadonlySet<string> = new Set(["md", "mdx", "markdown"]);

/**
 * Returns why a text file in the folder of a content type isn't an entry. Undefined for entries, for files elsewhere,
 * and for names that mark a file as excluded, such as `_draft.md`.
 *
 * @param apiIds - of the site's types
 */
export function unreadIssue(
  path: string,
  { site, apiIds }: { readonly site: SiteConfig; readonly apiIds: readonly string[] },
): Issue | undefined {
  if (!TEXT.test(path)) return undefined;
  const identity = classifyPath(path, site);
  if (identity.kind !== "other" || identity.issue !== undefined) return undefined;
  const [apiId] = apiIds
    .filter((one) => path.startsWith(`${entryFolder(site, one)}/`))
    .toSorted((a, b) => entryFolder(site, b).length - entryFolder(site, a).length);
  const inside = apiId === undefined ? "" : path.slice(entryFolder(site, apiId).length + 1);
  if (apiId === undefined || inside.split("/").some((part) => /^[._]/.test(part))) return undefined;
  const message = `${path} is not an entry: ${reasonAgainst(apiId, { site, inside })}`;
  return { code: "invalid_path", message, path };
}

function reasonAgainst(
  apiId: string,
  { site, inside }: { readonly site: SiteConfig; readonly inside: string },
): string {
  const folder = entryFolder(site, apiId);
  if (/\.mdoc$/i.test(inside)) return "HQ does not support Markdoc files.";
  const pattern = entryPattern(site, apiId);
  if (pattern !== undefined) {
    return `entries of "${apiId}" match ${pattern}. Rename the file, or change "paths" in site.yml.`;
  }
  const extension = inside.slice(inside.lastIndexOf(".") + 1);
  const rule = `entries of "${apiId}" are .md files directly in ${folder}.`;
  if (!SUPPORTED.has(extension)) return `${rule} Rename the file so that it ends with .md.`;
  // Entries that are there stay entries.
  const extensions = extension === "md" ? "md" : `{md,${extension}}`;
  return `${rule} Move the file there, or set paths: { ${apiId}: "${folder}/**/*.${extensions}" } in site.yml.`;
}

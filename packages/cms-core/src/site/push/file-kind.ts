import { classifyPath } from "../../content/site/layout.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { SiteConfig } from "../../model/site.ts";

/**
 * What a file is to those who may change it; `other` is what the site's developers keep beside the content, `forge` what a
 * forge obeys or runs by itself, `schedule` an entry that is to appear or to leave at another time than before.
 */
export type FileKind = "site" | "schema" | "entry" | "schedule" | "media" | "forge" | "other";

/** The first path of each kind that changes. */
export function touchedKinds(
  changes: readonly FileChange[],
  sites: readonly SiteConfig[],
): ReadonlyMap<FileKind, string> {
  const touched = new Map<FileKind, string>();
  for (const { path } of changes) {
    for (const site of sites) {
      const kind = fileKind(path, site);
      if (!touched.has(kind)) touched.set(kind, path);
    }
  }
  return touched;
}

/** Whether HQ reads what is in the file. */
export function isRead(path: string, site: SiteConfig): boolean {
  const { kind } = classifyPath(path, site);
  return kind !== "other" && kind !== "ledger";
}

function fileKind(path: string, site: SiteConfig): FileKind {
  // Wherever the entries of a type may be: what it is to the forge weighs more.
  if (isForgePath(path)) return "forge";
  const { kind } = classifyPath(path, site);
  if (kind === "type" || kind === "version") return "schema";
  return kind === "ledger" ? "other" : kind;
}

const FORGE_FOLDER = /^\.(?:buildkite|circleci|forgejo|gitea|github|gitlab|woodpecker)\//i;
const FORGE_FILE =
  /^(?:\.(?:cirrus|drone|gitlab-ci|travis|woodpecker)\.ya?ml|(?:azure|bitbucket)-pipelines\.yml|jenkinsfile)$/i;

/**
 * Whether a forge that has the repository obeys the file by itself: workflows run there with what the forge keeps secret,
 * whoever wrote them.
 */
export function isForgePath(path: string): boolean {
  return FORGE_FOLDER.test(path) || FORGE_FILE.test(path);
}

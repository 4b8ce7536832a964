import { classifyPath, type FileIdentity } from "../../content/site/layout.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { SiteConfig } from "../../model/site.ts";
import { isHostPath } from "./host-paths.ts";

/**
 * Kind of a file, which determines who can change it. `other`: files that developers keep next to the content. `forge`:
 * files that Git hosts, CI systems, and hosting services act on (`host-paths.ts`). `schedule`: an entry whose schedule
 * changes.
 */
export type FileKind = "site" | "schema" | "entry" | "schedule" | "media" | "forge" | "other";

/** Returns each changed kind with its first path. */
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

/** Whether HQ reads the file's content. */
export function isRead(path: string, site: SiteConfig): boolean {
  const { kind } = classifyPath(path, site);
  return kind !== "other" && kind !== "ledger";
}

function fileKind(path: string, site: SiteConfig): FileKind {
  const identity = classifyPath(path, site);
  if (isHostPath(path) && !isNamedByHq(path, identity, site)) return "forge";
  const { kind } = identity;
  if (kind === "type" || kind === "version") return "schema";
  return kind === "ledger" ? "other" : kind;
}

/**
 * Whether it is an entry in the type's default folder. An `action.yml` there is an entry with that slug. In a folder
 * that the site chose for a type, its meaning for Git hosts takes precedence.
 */
function isNamedByHq(path: string, identity: FileIdentity, site: SiteConfig): boolean {
  if (identity.kind !== "entry" || Object.hasOwn(site.paths, identity.apiId)) return false;
  return path.startsWith(`content/${identity.apiId}`);
}

interface ProposedFiles {
  /** The commit at which the branch left `main`; undefined without a common commit. */
  readonly base: string | undefined;
  /** A known commit: only files that also differ from it count. @default none */
  readonly known?: string | undefined;
  readonly to: string;
}

/**
 * Returns the kinds of files that a branch changes, each with one path. Content that `main` or the known commit already
 * has doesn't count as changed.
 */
export async function proposedKinds(
  repository: Pick<GitRepository, "changedFiles">,
  { base, known, to }: ProposedFiles,
  site: SiteConfig,
): Promise<ReadonlyMap<FileKind, string>> {
  const proposed = await repository.changedFiles(base, to);
  if (known === undefined) return touchedKinds(proposed, [site]);
  const changed = new Set((await repository.changedFiles(known, to)).map(({ path }) => path));
  return touchedKinds(
    proposed.filter(({ path }) => changed.has(path)),
    [site],
  );
}

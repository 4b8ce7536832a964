import { classifyPath, type FileIdentity } from "../../content/site/layout.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { SiteConfig } from "../../model/site.ts";
import { isHostPath } from "./host-paths.ts";

/**
 * What a file is to those who may change it; `other` is what the site's developers keep beside the content, `forge` what
 * Git hosts, CI systems and hosting services obey (`host-paths.ts`), `schedule` an entry that is to appear or to leave at another time than before.
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
  const identity = classifyPath(path, site);
  if (isHostPath(path) && !isNamedByHq(path, identity, site)) return "forge";
  const { kind } = identity;
  if (kind === "type" || kind === "version") return "schema";
  return kind === "ledger" ? "other" : kind;
}

/**
 * Whether it is an entry in the folder that HQ gives each type. An `action.yml` among them is an entry with that slug;
 * in a folder that the site chose for a type, what Git hosts make of the file weighs more.
 */
function isNamedByHq(path: string, identity: FileIdentity, site: SiteConfig): boolean {
  if (identity.kind !== "entry" || Object.hasOwn(site.paths, identity.apiId)) return false;
  return path.startsWith(`content/${identity.apiId}`);
}

interface ProposedFiles {
  /** Where the branch left `main`; undefined where they have nothing in common. */
  readonly base: string | undefined;
  /** What is known already: only what differs from there, too, counts. @default nothing */
  readonly known?: string | undefined;
  readonly to: string;
}

/** The kinds of the files that a branch changes, each with one path. What `main` or the known commit has is no change. */
export async function proposedKinds(
  repository: Pick<GitRepository, "changedFiles">,
  { base, known, to }: ProposedFiles,
  site: SiteConfig,
): Promise<ReadonlyMap<FileKind, string>> {
  const proposed = await repository.changedFiles(base, to);
  if (known === undefined) return touchedKinds(proposed, [site]);
  const anew = new Set((await repository.changedFiles(known, to)).map(({ path }) => path));
  return touchedKinds(
    proposed.filter(({ path }) => anew.has(path)),
    [site],
  );
}

import { CmsError } from "@loam/cms-core";
import {
  advanceToCommit,
  emptyLiveSite,
  type LiveSite,
  publicFiles,
  readBranch,
  type SnapshotReader,
} from "@loam/cms-core/snapshot";
import type { Source } from "../source.ts";
import { gitFolder } from "./git-folder.ts";
import { type GitReader, openGitReader } from "./git-reader.ts";

export interface GitSourceOptions {
  /** Absolute path. */
  readonly repo: string;
  /** A branch, tag, full ref, or commit. */
  readonly ref: string;
  /** `{public_storage_url}/{site_id}`, where media are served; empty for the site's own root. */
  readonly publicUrl: string;
}

/** The files of one commit. */
interface Shown {
  readonly commit: string;
  readonly live: LiveSite;
  readonly files: ReturnType<typeof publicFiles>;
}

/**
 * Creates a source that presents a repository as the files that publishing would write: for `published`, the exact
 * bytes of HQ; for other branches, their current content. Reading the index follows the ref; everything else comes from
 * its commit.
 */
export function gitSource({ repo, ref, publicUrl }: GitSourceOptions): Source {
  const name = `${repo} (${ref})`;
  let opened: Promise<GitReader> | undefined;
  let shown: Promise<Shown> | undefined;
  let warnings: readonly string[] = [];

  const open = async (): Promise<GitReader> => openGitReader(await gitFolder(repo));

  async function readShown(before: Shown | undefined): Promise<Shown> {
    const reader = await (opened ??= open());
    const commit = await commitOf(reader, { repo, ref });
    if (before?.commit === commit) return before;
    const live = (await reader.isPublished(commit))
      ? await readPublished(reader, before?.live, commit)
      : await readDrafts(reader, commit);
    return { commit, live, files: publicFiles(live) };
  }

  async function readPublished(
    reader: SnapshotReader,
    before: LiveSite | undefined,
    commit: string,
  ): Promise<LiveSite> {
    const { live } = await advanceToCommit(reader, before ?? emptyLiveSite(publicUrl), commit);
    return live;
  }

  async function readDrafts(reader: SnapshotReader, commit: string): Promise<LiveSite> {
    const { live, problems } = await readBranch(reader, commit, { publicUrl });
    warnings = problems.map(({ message, path, line }) =>
      path === undefined ? message : `${path}${line === undefined ? "" : `:${line}`}: ${message}`,
    );
    return live;
  }

  return {
    name,
    async read(path) {
      if (path === "api/index.json" || shown === undefined) {
        const before = shown;
        shown = (async () => readShown(await before?.catch(() => undefined)))();
        // The next attempt starts over, so that it also works if the repository was replaced.
        shown.catch(() => {
          opened = undefined;
        });
      }
      return (await shown).files.get(path)?.();
    },
    takeWarnings() {
      const current = warnings;
      warnings = [];
      return current;
    },
  };
}

async function commitOf(
  reader: GitReader,
  { repo, ref }: Pick<GitSourceOptions, "repo" | "ref">,
): Promise<string> {
  const commit = await reader.findCommit(ref);
  if (commit !== undefined) return commit;
  const branches = await reader.branches();
  const hint =
    ref === "published" && !branches.includes(ref)
      ? " Nothing is published yet, or this is a single-branch clone. Run: git fetch origin published:published"
      : "";
  throw new CmsError(
    "source_unreachable",
    `${repo} has no branch, tag, or commit "${ref}".${hint} Branches: ${branches.join(", ") || "none"}. Correct source.ref.`,
    { details: { repo, ref, branches } },
  );
}

import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CmsError } from "@loam/cms-core";

/**
 * Returns the Git directory: the repository itself if bare, its `.git` folder, or the main repository's for a linked
 * worktree.
 *
 * @throws CmsError `source_unreachable`
 */
export async function gitFolder(repo: string): Promise<string> {
  const own = await firstOf([join(repo, ".git"), repo]);
  if (own === undefined) {
    throw unreadable(
      repo,
      "is not a Git repository. Set source.repo to the folder of a clone or bare repository",
    );
  }
  const common = await textOf(join(own, "commondir"));
  const folder = common === undefined ? own : resolve(own, common);
  await refuseForeignObjects(repo, folder);
  return folder;
}

async function firstOf(candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    const found = await stat(candidate).catch(() => undefined);
    if (found?.isFile() === true) {
      const target = /^gitdir: (.+)$/m.exec((await textOf(candidate)) ?? "")?.[1];
      if (target !== undefined) return resolve(candidate, "..", target);
    }
    if (found?.isDirectory() === true && (await textOf(join(candidate, "HEAD"))) !== undefined) {
      return candidate;
    }
  }
  return undefined;
}

/**
 * Rejects repositories with alternates or unsupported formats, which would otherwise fail later as a missing object.
 */
async function refuseForeignObjects(repo: string, folder: string): Promise<void> {
  if ((await textOf(join(folder, "objects/info/alternates"))) !== undefined) {
    throw unreadable(
      repo,
      "borrows objects from another repository. Complete it with: git repack -a -d && rm .git/objects/info/alternates",
    );
  }
  const config = (await textOf(join(folder, "config"))) ?? "";
  if (/^\s*objectformat\s*=\s*sha256/im.test(config) || /refstorage\s*=\s*reftable/i.test(config)) {
    throw unreadable(
      repo,
      "uses an unsupported format (SHA-256 or reftable). Clone it again with Git's defaults",
    );
  }
  if (/partialclonefilter/i.test(config)) {
    throw unreadable(
      repo,
      "is a partial clone, so files are missing. Clone it without --filter (--depth 1 is enough)",
    );
  }
}

async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );
}

function unreadable(repo: string, why: string): CmsError {
  return new CmsError("source_unreachable", `${repo} ${why}.`, { details: { repo } });
}

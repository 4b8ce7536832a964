import { readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isCmsError } from "../base/errors.ts";
import { isoInstant } from "../base/instant.ts";
import { addedFiles } from "../git/added-files.ts";
import type { SourceTree } from "./source-tree.ts";

/**
 * When git says that files were added, ISO 8601, by path; nothing for a file that git does not know, for
 * a folder that is in no repository, and where there is no git.
 */
export async function addedTimes(
  { root, files }: SourceTree,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const repository = paths.length === 0 ? undefined : await findRepository(root);
  if (repository === undefined) return new Map();
  const { gitDir, top } = repository;
  const prefix = relative(top, root).split(sep).join("/");
  const inGit = new Map(
    paths.map((path) => {
      const spelled = files.get(path) ?? path;
      return [prefix === "" ? spelled : `${prefix}/${spelled}`, path];
    }),
  );
  try {
    const shallow = await readShallow(gitDir);
    const added = await addedFiles(gitDir, { paths: new Set(inGit.keys()), shallow });
    return new Map(
      [...added].map(([name, time]) => [inGit.get(name) ?? name, isoInstant(new Date(time))]),
    );
  } catch (error) {
    if (isCmsError(error)) return new Map();
    throw error;
  }
}

interface FoundRepository {
  readonly gitDir: string;
  /** The folder that its paths begin at. */
  readonly top: string;
}

/** The repository that a folder is in: `.git` there or above, a folder or the file of a work tree. */
async function findRepository(folder: string): Promise<FoundRepository | undefined> {
  for (let top = folder; ; top = dirname(top)) {
    const path = join(top, ".git");
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() === true) return { gitDir: path, top };
    if (found?.isFile() === true) {
      const [, named] = /^gitdir: (.+)$/m.exec(await readFile(path, "utf8")) ?? [];
      if (named !== undefined) return { gitDir: resolve(top, named), top };
    }
    if (dirname(top) === top) return undefined;
  }
}

/** Boundary commits of a shallow clone; a work tree's are with those of its repository. */
async function readShallow(gitDir: string): Promise<Set<string>> {
  const common = (await readText(join(gitDir, "commondir")))?.trim() ?? ".";
  const folder = isAbsolute(common) ? common : join(gitDir, common);
  return new Set((await readText(join(folder, "shallow")))?.split("\n"));
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

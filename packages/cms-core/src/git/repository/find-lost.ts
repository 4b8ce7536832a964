import { isCmsError } from "../../base/errors.ts";
import { isOid, type Oid, parseOid } from "../objects/object-id.ts";
import { runGit } from "../program/git-program.ts";
import { eachFileThere } from "./read-files.ts";
import type { GitRepository } from "./repository.ts";

/** A file or folder at the tip of a branch that cannot be read because its object is damaged or missing. */
export interface LostFile {
  /** Full ref names. */
  readonly refs: readonly string[];
  /** Empty for the newest commit itself, or its root tree. */
  readonly path: string;
  readonly oid: Oid;
  /** The commits that introduced this version, as far as Git can tell. */
  readonly commits: readonly Oid[];
}

/** Maximum number of files looked up in the history. A missing pack can affect thousands. */
const MAX_LOOKED_UP = 20;

/** Reads every file at the tips of the refs. @returns the unreadable ones, by path */
export async function findLost(
  repository: GitRepository,
  refs: readonly string[],
): Promise<readonly LostFile[]> {
  const lost = new Map<string, { path: string; oid: Oid; refs: string[] }>();
  for (const ref of refs) {
    const commit = await headOf(repository, ref);
    for (const { path, oid } of commit === undefined ? [] : await lostAt(repository, commit)) {
      const known = lost.get(`${path} ${oid}`);
      if (known === undefined) lost.set(`${path} ${oid}`, { path, oid, refs: [ref] });
      else known.refs.push(ref);
    }
  }
  const found: LostFile[] = [];
  for (const one of lost.values()) {
    const needsHistory = found.length < MAX_LOOKED_UP;
    const commits = needsHistory ? await commitsWith(repository.gitDir, one.oid) : [];
    found.push({ ...one, commits });
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** A ref without a commit is reported by the code that reads it. */
async function headOf(repository: GitRepository, ref: string): Promise<Oid | undefined> {
  try {
    return await repository.resolveRef(ref);
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

async function lostAt(
  repository: GitRepository,
  commit: Oid,
): Promise<readonly Pick<LostFile, "path" | "oid">[]> {
  try {
    const { files, damaged } = await repository.readableFiles(commit);
    const lost: Pick<LostFile, "path" | "oid">[] = [...damaged];
    const plain = files.filter(({ mode, after }) => mode !== "160000" && after !== undefined);
    for await (const [{ path, after = "" }, bytes] of eachFileThere(
      repository,
      plain,
      ({ after: oid = "" }) => oid,
    )) {
      if (bytes === undefined) lost.push({ path, oid: after });
    }
    return lost;
  } catch (error) {
    if (!isCmsError(error)) throw error;
    const { oid } = error.details;
    return [{ path: "", oid: typeof oid === "string" && isOid(oid) ? oid : commit }];
  }
}

async function commitsWith(gitDir: string, oid: Oid): Promise<readonly Oid[]> {
  try {
    const args = ["log", "--all", "--format=%H", `--find-object=${parseOid(oid)}`];
    const output = await runGit(gitDir, args);
    return output.split("\n").filter((line) => isOid(line));
  } catch (error) {
    if (isCmsError(error)) return [];
    throw error;
  }
}

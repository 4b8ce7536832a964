import { parseOid, type Oid } from "../objects/object-id.ts";
import { runGit } from "../program/git-program.ts";

/** A commit that brought a branch. */
export interface FoundMerge {
  readonly commit: Oid;
  /** Where the branch came in. */
  readonly onto: Oid;
}

/** The branches whose commits are all in a commit, with where they stand. */
export async function mergedBranches(
  gitDir: string,
  { into, since }: { readonly into: Oid; readonly since?: Oid },
): Promise<Map<string, Oid>> {
  const args = ["for-each-ref", "--format=%(objectname) %(refname)", `--merged=${parseOid(into)}`];
  // What was in it before is not meant.
  if (since !== undefined) args.push(`--no-merged=${parseOid(since)}`);
  const lines = (await runGit(gitDir, [...args, "refs/heads/"])).split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [, oid, ref] = /^([0-9a-f]{40}) (\S+)$/.exec(line) ?? [];
      return oid === undefined || ref === undefined ? [] : [[ref, oid] as const];
    }),
  );
}

/** The first merge by which a commit came to another one; undefined where it came by none. */
export async function findMerge(
  gitDir: string,
  { tip, into }: { readonly tip: Oid; readonly into: Oid },
): Promise<FoundMerge | undefined> {
  const range = [`^${parseOid(tip)}`, parseOid(into)];
  const found = await runGit(gitDir, [
    "rev-list",
    "--merges",
    "--parents",
    "--ancestry-path",
    ...range,
    "--",
  ]);
  for (const line of found.trim().split("\n").toReversed()) {
    const [commit, onto, ...others] = line.split(" ");
    if (commit !== undefined && onto !== undefined && others.includes(tip)) return { commit, onto };
  }
  return undefined;
}

import { isCmsError } from "../../base/errors.ts";
import { parseOid, type Oid } from "../objects/object-id.ts";
import { runGit } from "../program/git-program.ts";

const SHORT = /^[0-9a-f]{7,40}$/;

/** The commit that a person names by the beginning of its id; undefined where none or several have it. */
export async function findCommit(gitDir: string, name: string, tip: Oid): Promise<Oid | undefined> {
  if (!SHORT.test(name)) return undefined;
  const found = await answerOf(gitDir, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${name}^{commit}`,
  ]);
  const oid = found?.trim() ?? "";
  return oid !== "" && (await areAncestors(gitDir, [oid], tip)) ? oid : undefined;
}

/** Whether these are all commits that led to `tip`, or `tip` itself; false also when one is not there. */
export async function areAncestors(
  gitDir: string,
  commits: readonly Oid[],
  tip: Oid,
): Promise<boolean> {
  const oids = commits.map((commit) => parseOid(commit));
  if (oids.length === 0) return true;
  const starts = oids.map((oid) => `${oid}^{commit}`);
  const beyond = ["rev-list", "--max-count=1", ...starts, `^${parseOid(tip)}`, "--"];
  const found = await answerOf(gitDir, beyond);
  if (found === "" || found === undefined) return found === "";
  // That goes by the times of commits, and gives up early where a clock was wrong.
  const left = await answerOf(gitDir, ["merge-base", "--independent", tip, ...oids]);
  return left?.trim() === tip;
}

/** Those of these commits that led to none of the others. */
export async function independent(gitDir: string, commits: readonly Oid[]): Promise<Oid[]> {
  const oids = commits.map((commit) => parseOid(commit));
  const found = await runGit(gitDir, ["merge-base", "--independent", ...oids]);
  return found.trim().split("\n");
}

/** A newest commit from which both came; undefined where there is none. */
export async function mergeBase(gitDir: string, one: Oid, other: Oid): Promise<Oid | undefined> {
  const found = await answerOf(gitDir, ["merge-base", parseOid(one), parseOid(other)]);
  const base = found?.trim() ?? "";
  return base === "" ? undefined : base;
}

/** How many commits led to one alone, and to the other. */
export async function divergence(
  gitDir: string,
  one: Oid,
  other: Oid,
): Promise<{ readonly ahead: number; readonly behind: number }> {
  const range = `${parseOid(one)}...${parseOid(other)}`;
  const found = await runGit(gitDir, ["rev-list", "--left-right", "--count", range, "--"]);
  const [ahead = 0, behind = 0] = found.trim().split(/\s+/).map(Number);
  return { ahead, behind };
}

/** Undefined when git refuses. */
async function answerOf(gitDir: string, args: readonly string[]): Promise<string | undefined> {
  try {
    return await runGit(gitDir, args);
  } catch (error) {
    if (isCmsError(error) && error.code === "git_failed") return undefined;
    throw error;
  }
}

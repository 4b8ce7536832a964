import { CmsError, isCmsError } from "../../base/errors.ts";
import {
  type Author,
  MILLISECONDS,
  parseTrailers,
  timeOfCommit,
} from "../objects/commit-object.ts";
import { type Oid, parseOid } from "../objects/object-id.ts";
import { runGit } from "../program/git-program.ts";
import type { ObjectReader } from "./object-reader.ts";
import { readLog } from "./read-log.ts";

/** One commit of a first-parent chain. */
export interface CommitStep {
  readonly commit: Oid;
  /** Undefined for a root commit. */
  readonly parent: Oid | undefined;
  /** Committer time, ms since 1970. */
  readonly time: number;
  readonly author: Author;
  /** The `Key: value` lines at the end of the message. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** A range of commits along first parents. */
export interface CommitRange {
  /** Undefined: from the root commit. */
  readonly from: Oid | undefined;
  readonly to: Oid;
  readonly limit: number;
}

/**
 * Returns the commits after `from` up to `to` along first parents, oldest first. Undefined if there are more than
 * `limit`, or if `from` isn't among them.
 *
 * @throws CmsError `repository_broken` if a commit is missing
 */
export async function firstParents(
  objects: ObjectReader,
  { from, to, limit }: CommitRange,
): Promise<readonly CommitStep[] | undefined> {
  const steps = await lastFirstParents(objects, { from, to, limit });
  const begin = steps.length === 0 ? to : steps.at(-1)?.parent;
  return begin === from ? steps.toReversed() : undefined;
}

/**
 * Returns the last commits after `from` up to `to` along first parents, newest first.
 *
 * @throws CmsError `repository_broken` if a commit is missing
 */
export async function lastFirstParents(
  objects: ObjectReader,
  { from, to, limit }: CommitRange,
): Promise<readonly CommitStep[]> {
  const steps: CommitStep[] = [];
  let commit: Oid | undefined = to;
  while (commit !== undefined && commit !== from && steps.length < limit) {
    const step: CommitStep = await readCommit(objects, commit);
    steps.push(step);
    commit = step.parent;
  }
  return steps;
}

const PARENT = /^parent ([0-9a-f]{40})$/m;
const AUTHOR = /^author ([^<\n]*?) ?<([^>\n]*)> \d+ [+-]\d{4}$/m;
const COMMITTER = /^committer .* (\d+) [+-]\d{4}$/m;

/** Reads a commit's metadata. @throws CmsError `repository_broken` */
export async function readCommit(objects: ObjectReader, commit: Oid): Promise<CommitStep> {
  const [object] = await objects.read([parseOid(commit)]);
  if (object?.type !== "commit") {
    throw new CmsError("repository_broken", "A commit is missing from the repository.", {
      details: { commit },
    });
  }
  const text = object.bytes.toString("utf8");
  const head = text.slice(0, text.indexOf("\n\n"));
  const trailers = parseTrailers(text.slice(head.length + 2));
  const [, name = "", email = ""] = AUTHOR.exec(head) ?? [];
  return {
    commit,
    parent: PARENT.exec(head)?.[1],
    time: timeOfCommit(COMMITTER.exec(head)?.[1] ?? "0", trailers[MILLISECONDS]),
    author: { name, email },
    trailers,
  };
}

const SHORT = /^[0-9a-f]{7,40}$/;

/** Finds the commit for an abbreviated id. Undefined if none or several match. */
export async function findCommit(gitDir: string, name: string, tip: Oid): Promise<Oid | undefined> {
  if (!SHORT.test(name)) return undefined;
  const found = await tryRunGit(gitDir, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${name}^{commit}`,
  ]);
  const oid = found?.trim() ?? "";
  return oid !== "" && (await areAncestors(gitDir, [oid], tip)) ? oid : undefined;
}

/** Whether all these commits are `tip` or ancestors of it; false if one doesn't exist. */
export async function areAncestors(
  gitDir: string,
  commits: readonly Oid[],
  tip: Oid,
): Promise<boolean> {
  const oids = commits.map((commit) => parseOid(commit));
  if (oids.length === 0) return true;
  const starts = oids.map((oid) => `${oid}^{commit}`);
  const beyond = ["rev-list", "--max-count=1", ...starts, `^${parseOid(tip)}`, "--"];
  const found = await tryRunGit(gitDir, beyond);
  if (found === "" || found === undefined) return found === "";
  // Git walks by commit times here and stops early if a clock was wrong.
  const left = await tryRunGit(gitDir, ["merge-base", "--independent", tip, ...oids]);
  return left?.trim() === tip;
}

/** Returns the commits that aren't ancestors of any of the others. */
export async function independent(gitDir: string, commits: readonly Oid[]): Promise<Oid[]> {
  const oids = commits.map((commit) => parseOid(commit));
  const found = await runGit(gitDir, ["merge-base", "--independent", ...oids]);
  return found.trim().split("\n");
}

/** Returns a best common ancestor of two commits; undefined if there isn't one. */
export async function mergeBase(gitDir: string, one: Oid, other: Oid): Promise<Oid | undefined> {
  const found = await tryRunGit(gitDir, ["merge-base", parseOid(one), parseOid(other)]);
  const base = found?.trim() ?? "";
  return base === "" ? undefined : base;
}

/** Counts the commits reachable from only one of the two. */
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

/** Returns undefined if Git fails. */
async function tryRunGit(gitDir: string, args: readonly string[]): Promise<string | undefined> {
  try {
    return await runGit(gitDir, args);
  } catch (error) {
    if (isCmsError(error) && error.code === "git_failed") return undefined;
    throw error;
  }
}

/** A commit as shown in lists. */
export interface ListedCommit {
  readonly commit: Oid;
  readonly author: Author;
  /** Committer time, ISO 8601 UTC. */
  readonly when: string;
  /** First line of the message. */
  readonly subject: string;
  /** The rest of the message, without Loam's trailers. */
  readonly body: string;
}

export interface CommitsBetween {
  readonly from: Oid;
  readonly to: Oid;
  readonly limit: number;
}

/** Returns the commits reachable from `to` but not from `from`, on all lines of a merge, newest first. */
export async function commitsBetween(
  gitDir: string,
  { from, to, limit }: CommitsBetween,
): Promise<ListedCommit[]> {
  const commits: ListedCommit[] = [];
  const args = [`--max-count=${limit}`, parseOid(to), `^${parseOid(from)}`, "--"];
  await readLog(gitDir, args, ({ commit, author, time, message }) => {
    const [first = "", ...paragraphs] = message.trim().split(/\n[ \t]*\n/);
    const when = new Date(time).toISOString();
    const subject = first.replaceAll("\n", " ");
    commits.push({ commit, author, when, subject, body: withoutTrailers(paragraphs.join("\n\n")) });
    return true;
  });
  return commits;
}

function withoutTrailers(body: string): string {
  return body.replaceAll(/^Loam-[A-Za-z]+: .*$/gm, "").trim();
}

/** A commit that merged a branch. */
export interface FoundMerge {
  readonly commit: Oid;
  /** The commit that the branch was merged into. */
  readonly onto: Oid;
}

/** Returns the branches that are fully merged into a commit, with their tips. */
export async function mergedBranches(
  gitDir: string,
  { into, since }: { readonly into: Oid; readonly since?: Oid },
): Promise<Map<string, Oid>> {
  const args = ["for-each-ref", "--format=%(objectname) %(refname)", `--merged=${parseOid(into)}`];
  // Excludes branches merged before.
  if (since !== undefined) args.push(`--no-merged=${parseOid(since)}`);
  const lines = (await runGit(gitDir, [...args, "refs/heads/"])).split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [, oid, ref] = /^([0-9a-f]{40}) (\S+)$/.exec(line) ?? [];
      return oid === undefined || ref === undefined ? [] : [[ref, oid] as const];
    }),
  );
}

/** Finds the first merge through which a commit reached another one; undefined if it was not by a merge. */
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

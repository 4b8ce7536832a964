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

/** One commit on the way from another one. */
export interface CommitStep {
  readonly commit: Oid;
  /** Undefined for the first commit of all. */
  readonly parent: Oid | undefined;
  /** Committer's time, ms since 1970. */
  readonly time: number;
  readonly author: Author;
  /** The `Key: value` lines that end its message. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** A way by first parents. */
export interface CommitRange {
  /** Absent for the way from the first commit of all. */
  readonly from: Oid | undefined;
  readonly to: Oid;
  readonly limit: number;
}

/**
 * The commits after `from` up to `to`, oldest first, by first parents; undefined when there are more
 * than `limit`, or `from` is not on the way.
 *
 * @throws CmsError `repository_broken` when a commit is missing
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
 * The last commits after `from` up to `to`, newest first, by first parents.
 *
 * @throws CmsError `repository_broken` when a commit is missing
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

/** What a commit says of itself. @throws CmsError `repository_broken` */
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

/** A commit as people list it. */
export interface ListedCommit {
  readonly commit: Oid;
  readonly author: Author;
  /** Of the committer, ISO 8601 UTC. */
  readonly when: string;
  /** First line of the message. */
  readonly subject: string;
  /** The rest of it, without what Loam notes at its end. */
  readonly body: string;
}

export interface CommitsBetween {
  readonly from: Oid;
  readonly to: Oid;
  readonly limit: number;
}

/** The commits that led to `to` and not to `from`, of every line of a merge, newest first. */
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

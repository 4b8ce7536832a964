import type { Author } from "../objects/commit-object.ts";
import { parseOid, type Oid } from "../objects/object-id.ts";
import { runGit } from "../program/git-program.ts";

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

const FORMAT = ["%H", "%an", "%ae", "%ct", "%s", "%b"].join("%x00");
const PARTS = 6;

/** The commits that led to `to` and not to `from`, of every line of a merge, newest first. */
export async function commitsBetween(
  gitDir: string,
  { from, to, limit }: CommitsBetween,
): Promise<ListedCommit[]> {
  const range = [parseOid(to), `^${parseOid(from)}`];
  const options = ["-z", `--format=${FORMAT}`, `--max-count=${limit}`];
  const parts = (await runGit(gitDir, ["log", ...options, ...range, "--"])).split("\0");
  const commits: ListedCommit[] = [];
  for (let at = 0; at + PARTS <= parts.length; at += PARTS) {
    const [commit = "", name = "", email = "", seconds = "", subject = "", body = ""] = parts.slice(
      at,
      at + PARTS,
    );
    const when = new Date(Number(seconds) * 1000).toISOString();
    commits.push({ commit, author: { name, email }, when, subject, body: withoutTrailers(body) });
  }
  return commits;
}

function withoutTrailers(body: string): string {
  return body.replaceAll(/^Loam-[A-Za-z]+: .*$/gm, "").trim();
}

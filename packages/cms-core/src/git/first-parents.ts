import { CmsError } from "../base/errors.ts";
import { parseOid, type Oid } from "./object-id.ts";
import type { ObjectReader } from "./object-reader.ts";

/** One commit on the way from another one. */
export interface CommitStep {
  readonly commit: Oid;
  /** Undefined for the first commit of all. */
  readonly parent: Oid | undefined;
  /** Committer's time, ms since 1970. */
  readonly time: number;
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
  const steps: CommitStep[] = [];
  let commit: Oid | undefined = to;
  while (commit !== from) {
    if (commit === undefined || steps.length === limit) return undefined;
    const { parent, time }: Omit<CommitStep, "commit"> = await readCommit(objects, commit);
    steps.push({ commit, parent, time });
    commit = parent;
  }
  return steps.toReversed();
}

/** Committer's time, ms since 1970. @throws CmsError `repository_broken` */
export async function commitTime(objects: ObjectReader, commit: Oid): Promise<number> {
  return (await readCommit(objects, commit)).time;
}

const PARENT = /^parent ([0-9a-f]{40})$/m;
const COMMITTER = /^committer .* (\d+) [+-]\d{4}$/m;

async function readCommit(objects: ObjectReader, commit: Oid): Promise<Omit<CommitStep, "commit">> {
  const [object] = await objects.read([parseOid(commit)]);
  if (object?.type !== "commit") {
    throw new CmsError("repository_broken", "A commit is missing from the repository.", {
      details: { commit },
    });
  }
  const text = object.bytes.toString("utf8");
  const head = text.slice(0, text.indexOf("\n\n"));
  const seconds = COMMITTER.exec(head)?.[1] ?? "0";
  return { parent: PARENT.exec(head)?.[1], time: Number(seconds) * 1000 };
}

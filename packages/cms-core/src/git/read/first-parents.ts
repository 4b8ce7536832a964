import { CmsError } from "../../base/errors.ts";
import {
  type Author,
  MILLISECONDS,
  parseTrailers,
  timeOfCommit,
} from "../objects/commit-object.ts";
import { parseOid, type Oid } from "../objects/object-id.ts";
import type { ObjectReader } from "./object-reader.ts";

/** One commit on the way from another one. */
export interface CommitStep {
  readonly commit: Oid;
  /** Undefined for the first commit of all. */
  readonly parent: Oid | undefined;
  /** Committer's time, ms since 1970. */
  readonly time: number;
  readonly author: Author;
}

/** What a commit says of itself. */
export interface CommitNote {
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
  const steps: CommitStep[] = [];
  const readOne: ReadStep = async (oid) => readCommit(objects, oid);
  const read = from === undefined ? createReadAhead(objects) : readOne;
  let commit: Oid | undefined = to;
  while (commit !== from) {
    if (commit === undefined || steps.length === limit) return undefined;
    const { parent, time, author }: StepFacts = await read(commit);
    steps.push({ commit, parent, time, author });
    commit = parent;
  }
  return steps.toReversed();
}

/**
 * The last commits up to `to`, newest first, by first parents.
 *
 * @throws CmsError `repository_broken` when a commit is missing
 */
export async function lastFirstParents(
  objects: ObjectReader,
  { to, limit }: Omit<CommitRange, "from">,
): Promise<readonly CommitStep[]> {
  const steps: CommitStep[] = [];
  const read = createReadAhead(objects);
  let commit: Oid | undefined = to;
  while (commit !== undefined && steps.length < limit) {
    const { parent, time, author }: StepFacts = await read(commit);
    steps.push({ commit, parent, time, author });
    commit = parent;
  }
  return steps;
}

/** Committer's time, ms since 1970. @throws CmsError `repository_broken` */
export async function commitTime(objects: ObjectReader, commit: Oid): Promise<number> {
  return (await readCommit(objects, commit)).time;
}

/** Who made a commit, and the trailers of its message. @throws CmsError `repository_broken` */
export async function commitNote(objects: ObjectReader, commit: Oid): Promise<CommitNote> {
  const { head, message } = await readParts(objects, commit);
  return { author: authorOf(head), trailers: parseTrailers(message) };
}

function authorOf(head: string): Author {
  const [, name = "", email = ""] = AUTHOR.exec(head) ?? [];
  return { name, email };
}

const PARENT = /^parent ([0-9a-f]{40})$/m;
const AUTHOR = /^author ([^<\n]*?) ?<([^>\n]*)> \d+ [+-]\d{4}$/m;
const COMMITTER = /^committer .* (\d+) [+-]\d{4}$/m;

type StepFacts = Omit<CommitStep, "commit">;
type ReadStep = (commit: Oid) => Promise<StepFacts>;

const READ_AHEAD = 8;

/**
 * Reads commits on the way together, twice as many each time: one by one each of them would wait for what else was
 * asked of the same git. After a known commit comes most often one, which needs no more.
 */
function createReadAhead(objects: ObjectReader): ReadStep {
  let ahead: ReadonlyMap<Oid, StepFacts> = new Map();
  let count = READ_AHEAD;
  return async (commit) => {
    const known = ahead.get(commit);
    if (known !== undefined) return known;
    const names = Array.from({ length: count }, (_, steps) => `${parseOid(commit)}~${steps}`);
    const found = await objects.read(names);
    count *= 2;
    ahead = new Map(
      found.flatMap((object) => {
        if (object?.type !== "commit") return [];
        return [[object.oid, stepOf(partsOf(object.bytes.toString("utf8")))]];
      }),
    );
    return ahead.get(commit) ?? readCommit(objects, commit);
  };
}

async function readCommit(objects: ObjectReader, commit: Oid): Promise<StepFacts> {
  return stepOf(await readParts(objects, commit));
}

function stepOf({ head, message }: CommitParts): StepFacts {
  const seconds = COMMITTER.exec(head)?.[1] ?? "0";
  const time = timeOfCommit(seconds, parseTrailers(message)[MILLISECONDS]);
  return { parent: PARENT.exec(head)?.[1], time, author: authorOf(head) };
}

interface CommitParts {
  readonly head: string;
  readonly message: string;
}

function partsOf(text: string): CommitParts {
  const head = text.slice(0, text.indexOf("\n\n"));
  return { head, message: text.slice(head.length + 2) };
}

async function readParts(objects: ObjectReader, commit: Oid): Promise<CommitParts> {
  const [object] = await objects.read([parseOid(commit)]);
  if (object?.type !== "commit") {
    throw new CmsError("repository_broken", "A commit is missing from the repository.", {
      details: { commit },
    });
  }
  return partsOf(object.bytes.toString("utf8"));
}

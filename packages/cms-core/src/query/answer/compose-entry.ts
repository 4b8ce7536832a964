import { hash } from "node:crypto";
import {
  bytesOf,
  byteText,
  countExpanded,
  nextReference,
  type QueryEntry,
  referencesOf,
} from "./query-entry.ts";

/** References that one answer shows expanded; every further one is `{"id"}` (contracts, section 4). */
export const MAX_EXPANDED_NODES = 2000;

/** How entries are put together for one answer. */
export interface Composing {
  readonly entry: (id: string) => QueryEntry | undefined;
  /** How many levels of references the JSON of entries shows already. */
  readonly jsonDepth: 0 | 1;
  readonly body: Pick<AnswerBody, "addEntry" | "addBytes" | "addText" | "note">;
  /** How many references may still be expanded. */
  nodes: number;
  /** Whether one was not, for want of nodes. */
  truncated: boolean;
}

/**
 * Adds an entry's JSON with references expanded to `depth` levels; one that is not published is
 * `{"id"}`. Nodes are given out in the order in which they stand in the answer.
 */
export function addExpanded(entry: QueryEntry, depth: number, composing: Composing): void {
  if (isAsShown(entry, depth, composing)) {
    composing.body.addEntry(entry);
    return;
  }
  composing.body.note(entry);
  addEach(entry, depth, composing);
}

/** Adds what stands between an entry's references as it is, and the references to a depth. */
function addEach(entry: QueryEntry, depth: number, composing: Composing): void {
  const { body } = composing;
  const bytes = bytesOf(entry);
  let from = 0;
  for (const { id, start, end } of referencesOf(entry)) {
    body.addBytes(bytes.subarray(from, start));
    addReference(id, depth, composing);
    from = end;
  }
  body.addBytes(bytes.subarray(from));
}

/** Adds the entry that is referenced, `depth` counted from the reference; or `{"id"}`. */
function addReference(id: string, depth: number, composing: Composing): void {
  const { body } = composing;
  const target = takeTarget(id, depth, composing);
  body.note(target);
  if (target === undefined) body.addText(`{"id":"${id}"}`);
  else if (isAsShown(target, depth - 1, composing)) body.addBytes(bytesOf(target));
  else addEach(target, depth - 1, composing);
}

/** A part of an entry's JSON, as bytes in text, with references expanded to `depth` levels. */
export function expandReferences(text: string, depth: number, composing: Composing): string {
  const isShown = depth === composing.jsonDepth && takeNodes(countOf(text, depth), composing);
  return isShown ? text : expandEach(text, depth, composing);
}

/** Whether an entry's JSON shows its references as deep as they are to be; its nodes are taken then. */
function isAsShown(entry: QueryEntry, depth: number, composing: Composing): boolean {
  if (depth !== composing.jsonDepth) return false;
  return takeNodes(entry.expanded ?? countOf(entry.json, depth), composing);
}

function countOf(json: string, depth: number): number {
  return depth === 0 ? 0 : countExpanded(json);
}

function takeNodes(count: number, composing: Composing): boolean {
  if (count > composing.nodes) return false;
  composing.nodes -= count;
  return true;
}

function expandEach(text: string, depth: number, composing: Composing): string {
  let composed = "";
  let from = 0;
  for (let found = nextReference(text, 1); found; found = nextReference(text, found.end)) {
    composed += text.slice(from, found.start) + expandReference(found.id, depth, composing);
    from = found.end;
  }
  return composed + text.slice(from);
}

/** The entry that is referenced, `depth` counted from the reference; or `{"id"}`. */
function expandReference(id: string, depth: number, composing: Composing): string {
  const target = takeTarget(id, depth, composing);
  composing.body.note(target);
  if (target === undefined) return `{"id":"${id}"}`;
  return expandReferences(byteText(bytesOf(target)), depth - 1, composing);
}

/** The entry to show in the place of a reference, if it is to be expanded. */
export function takeTarget(
  id: string,
  depth: number,
  composing: Composing,
): QueryEntry | undefined {
  const target = depth === 0 ? undefined : composing.entry(id);
  if (target === undefined) return undefined;
  if (composing.nodes === 0) {
    composing.truncated = true;
    return undefined;
  }
  composing.nodes -= 1;
  return target;
}

/** The bytes of an answer, put together from those of entries. */
interface AnswerBody {
  /** Adds the JSON of an entry as it is. */
  addEntry(entry: QueryEntry): void;
  addBytes(bytes: Buffer): void;
  /** Adds bytes that are given as text, each of them one character. */
  addText(text: string): void;
  /** Says that what is added next is of this entry, or of none, in the place of a reference. */
  note(entry: QueryEntry | undefined): void;
  finish(): FinishedBody;
}

interface FinishedBody {
  /** See `QueryAnswer`. */
  readonly body: Buffer;
  /** See `QueryAnswer`. */
  readonly version: string | undefined;
}

/**
 * @param shape all that decides, beside the entries noted, how they are shown; undefined where that is more
 * than can be said
 */
export function startBody(shape: string | undefined): AnswerBody {
  const parts: Buffer[] = [];
  let noted = shape;
  const note = (mark: string, digest: string | undefined): void => {
    noted = noted === undefined || digest === undefined ? undefined : noted + mark + digest;
  };
  return {
    addEntry(entry) {
      note("=", entry.digest);
      parts.push(bytesOf(entry));
    },
    addBytes: (bytes) => void parts.push(bytes),
    addText: (text) => void parts.push(Buffer.from(text, "latin1")),
    note(entry) {
      if (entry === undefined) note("-", "");
      else note("+", entry.digest);
    },
    finish: () => ({
      body: Buffer.concat(parts),
      version: noted === undefined ? undefined : hash("sha256", noted, "base64url"),
    }),
  };
}

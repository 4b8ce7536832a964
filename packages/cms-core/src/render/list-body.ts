import { compareStrings } from "../base/text.ts";

/** A published entry as lists hold it. */
export interface ListedEntry extends EntryHead {
  /** Its published JSON, as its own file has it. */
  readonly json: string;
  /** First 16 hex of the SHA-256 of `json`. */
  readonly digest: string;
}

/** A run of neighbours in the default order, with the bytes they contribute to their type's files. */
export interface ListSegment {
  readonly entries: readonly ListedEntry[];
  /** Their JSON joined by commas. */
  readonly contents: Uint8Array;
  /** Their `_index` rows joined by commas. */
  readonly rows: Uint8Array;
  /** The latest `updatedAt` among them. */
  readonly updatedAt: string;
}

/**
 * The entries of one type in the default order. It is cut into segments so that a change joins the text
 * of one segment again and takes all others as they are, however long the list is.
 */
export interface ListBody {
  readonly segments: readonly ListSegment[];
  readonly totalCount: number;
}

export interface ListChanges {
  /** Entries as the body holds them now. */
  readonly remove: readonly ListedEntry[];
  readonly add: readonly ListedEntry[];
}

export const EMPTY_LIST: ListBody = { segments: [], totalCount: 0 };

/** About 128 KB of typical entries: joining them takes less than a file's fsync. */
const SEGMENT_ENTRIES = 64;

interface SegmentChanges {
  readonly remove: Set<string>;
  readonly add: ListedEntry[];
}

/** The body after `changes`; untouched segments are shared with the old one. */
export function changeList(body: ListBody, changes: ListChanges): ListBody {
  const touched = new Map<number, SegmentChanges>();
  for (const entry of changes.remove) changesAt(touched, body, entry).remove.add(entry.id);
  for (const entry of changes.add) changesAt(touched, body, entry).add.push(entry);
  const segments = replaceSegments(body.segments, touched);
  const totalCount = body.totalCount - changes.remove.length + changes.add.length;
  return { segments: keepDense(segments, totalCount), totalCount };
}

/** Runs of untouched segments are taken as a whole: there are thousands of them. */
function replaceSegments(
  segments: readonly ListSegment[],
  touched: ReadonlyMap<number, SegmentChanges>,
): readonly ListSegment[] {
  const runs: (readonly ListSegment[])[] = [];
  let next = 0;
  for (const [index, change] of [...touched].toSorted(([a], [b]) => a - b)) {
    runs.push(segments.slice(next, index), cut(merge(segments[index] ?? EMPTY_SEGMENT, change)));
    next = index + 1;
  }
  return [...runs, segments.slice(next)].flat();
}

/** All entries in the default order. */
export function listEntries(body: ListBody): readonly ListedEntry[] {
  return body.segments.flatMap((segment) => segment.entries);
}

const EMPTY_SEGMENT = makeSegment([]);

function changesAt(
  touched: Map<number, SegmentChanges>,
  body: ListBody,
  entry: ListedEntry,
): SegmentChanges {
  const index = segmentOf(body.segments, entry);
  const known = touched.get(index);
  if (known !== undefined) return known;
  const fresh: SegmentChanges = { remove: new Set(), add: [] };
  touched.set(index, fresh);
  return fresh;
}

/** The last segment that does not begin after `entry`; the first for whatever comes before all. */
function segmentOf(segments: readonly ListSegment[], entry: ListedEntry): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const first = segments[middle]?.entries[0];
    if (first !== undefined && compareEntries(first, entry) <= 0) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function merge(segment: ListSegment, { remove, add }: SegmentChanges): ListedEntry[] {
  const kept = segment.entries.filter((entry) => !remove.has(entry.id));
  return [...kept, ...add].toSorted(compareEntries);
}

function cut(entries: readonly ListedEntry[]): ListSegment[] {
  if (entries.length === 0) return [];
  if (entries.length <= 2 * SEGMENT_ENTRIES) return [makeSegment(entries)];
  const segments: ListSegment[] = [];
  for (let from = 0; from < entries.length; from += SEGMENT_ENTRIES) {
    segments.push(makeSegment(entries.slice(from, from + SEGMENT_ENTRIES)));
  }
  return segments;
}

/** Removing leaves short segments behind; when there are four times too many, all are cut anew. */
function keepDense(segments: readonly ListSegment[], totalCount: number): readonly ListSegment[] {
  if (segments.length <= 4 + 4 * Math.ceil(totalCount / SEGMENT_ENTRIES)) return segments;
  return cut(segments.flatMap((segment) => segment.entries));
}

function makeSegment(entries: readonly ListedEntry[]): ListSegment {
  return {
    entries,
    contents: Buffer.from(entries.map(({ json }) => json).join(",")),
    rows: Buffer.from(entries.map(rowOf).join(",")),
    updatedAt: entries.reduce((latest, { updatedAt }) => maxText(latest, updatedAt), ""),
  };
}

function rowOf({ id, slug, digest, updatedAt, sortOrder }: ListedEntry): string {
  return JSON.stringify([id, slug, digest, updatedAt, sortOrder]);
}

function maxText(a: string, b: string): string {
  return a > b ? a : b;
}

/** The latest `updatedAt` of all entries; undefined for an empty list. */
export function latestUpdate(body: ListBody): string | undefined {
  const latest = body.segments.reduce((time, segment) => maxText(time, segment.updatedAt), "");
  return latest === "" ? undefined : latest;
}

/** The parts of a file, written one after the other. */
export type Chunks = readonly Uint8Array[];

const COMMA = Buffer.from(",");

/** `{"contents":[…],"totalCount":n,"offset":0,"limit":n}`: the read API's page with every entry in it. */
export function renderList(body: ListBody): Chunks {
  const n = body.totalCount;
  const contents = body.segments.map(({ contents: bytes }) => bytes);
  return [
    Buffer.from('{"contents":['),
    ...joined(contents),
    Buffer.from(`],"totalCount":${n},"offset":0,"limit":${n}}`),
  ];
}

/**
 * `{"digest","rows":[[id,slug,digest,updatedAt,sortOrder],…]}` for readers that fetch only what changed.
 * `digest` is the SHA-256 of the type's list file, as the index has it.
 */
export function renderDelta(body: ListBody, digest: string): Chunks {
  const rows = body.segments.map(({ rows: bytes }) => bytes);
  return [
    Buffer.from(`{"digest":${JSON.stringify(digest)},"rows":[`),
    ...joined(rows),
    Buffer.from("]}"),
  ];
}

function joined(pieces: readonly Uint8Array[]): Uint8Array[] {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [COMMA, piece]));
}

/** The system keys of a published entry, by which entries are ordered and found. */
export interface EntryHead {
  readonly id: string;
  /** API id of its content type. */
  readonly type: string;
  readonly slug: string;
  /** ISO 8601 UTC with milliseconds, as all times here. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string;
  readonly sortOrder: number;
}

type Ordered = Pick<EntryHead, "id" | "publishedAt" | "sortOrder">;

/** The default order: `sortOrder` ascending, then the newest published, then `id`. */
export function compareEntries(a: Ordered, b: Ordered): number {
  return (
    a.sortOrder - b.sortOrder ||
    compareStrings(b.publishedAt, a.publishedAt) ||
    compareStrings(a.id, b.id)
  );
}

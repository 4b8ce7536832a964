import { compareStrings } from "../base/text.ts";

/** A published entry in a list. */
export interface ListedEntry extends EntryHead {
  /** Published JSON, as in its own file. */
  readonly json: string;
  /** First 16 hex digits of the SHA-256 of `json`. */
  readonly digest: string;
}

/** Consecutive entries in the default order, with their bytes for the type's files. */
export interface ListSegment {
  readonly entries: readonly ListedEntry[];
  /** Their JSON joined by commas. */
  readonly contents: Uint8Array;
  /** Their `_index` rows joined by commas. */
  readonly rows: Uint8Array;
  /** The latest `updatedAt` of the entries. */
  readonly updatedAt: string;
}

/**
 * The entries of one type in the default order. The list is split into segments, so that a change rebuilds one segment
 * and reuses all others, regardless of the list's length.
 */
export interface ListBody {
  readonly segments: readonly ListSegment[];
  readonly totalCount: number;
}

export interface ListChanges {
  /** Entries currently in the body. */
  readonly remove: readonly ListedEntry[];
  readonly add: readonly ListedEntry[];
}

export const EMPTY_LIST: ListBody = { segments: [], totalCount: 0 };

/** About 128 KB of typical entries: joining them takes less time than an fsync. */
const SEGMENT_ENTRIES = 64;

interface SegmentChanges {
  readonly remove: Set<string>;
  readonly add: ListedEntry[];
}

/** Returns the body after changes. Unchanged segments are shared with the old one. */
export function changeList(body: ListBody, changes: ListChanges): ListBody {
  const touched = new Map<number, SegmentChanges>();
  for (const entry of changes.remove) changesAt(touched, body, entry).remove.add(entry.id);
  for (const entry of changes.add) changesAt(touched, body, entry).add.push(entry);
  const segments = replaceSegments(body.segments, touched);
  const totalCount = body.totalCount - changes.remove.length + changes.add.length;
  return { segments: keepDense(segments, totalCount), totalCount };
}

/** Copies runs of unchanged segments as a whole, because there are thousands of them. */
function replaceSegments(
  segments: readonly ListSegment[],
  touched: ReadonlyMap<number, SegmentChanges>,
): readonly ListSegment[] {
  const runs: (readonly ListSegment[])[] = [];
  let next = 0;
  for (const [index, change] of [...touched].toSorted(([a], [b]) => a - b)) {
    runs.push(
      segments.slice(next, index),
      splitSegments(mergeSegment(segments[index] ?? EMPTY_SEGMENT, change)),
    );
    next = index + 1;
  }
  return [...runs, segments.slice(next)].flat();
}

/** Returns all entries in the default order. */
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

/** Returns the index of the last segment that starts at or before `entry`, or of the first segment. */
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

function mergeSegment(segment: ListSegment, { remove, add }: SegmentChanges): ListedEntry[] {
  const remaining = segment.entries.filter((entry) => !remove.has(entry.id));
  return [...remaining, ...add].toSorted(compareEntries);
}

function splitSegments(entries: readonly ListedEntry[]): ListSegment[] {
  if (entries.length === 0) return [];
  if (entries.length <= 2 * SEGMENT_ENTRIES) return [makeSegment(entries)];
  const segments: ListSegment[] = [];
  for (let from = 0; from < entries.length; from += SEGMENT_ENTRIES) {
    segments.push(makeSegment(entries.slice(from, from + SEGMENT_ENTRIES)));
  }
  return segments;
}

/** Splits the list again if removals left four times too many segments. */
function keepDense(segments: readonly ListSegment[], totalCount: number): readonly ListSegment[] {
  if (segments.length <= 4 + 4 * Math.ceil(totalCount / SEGMENT_ENTRIES)) return segments;
  return splitSegments(segments.flatMap((segment) => segment.entries));
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

/** Returns the latest `updatedAt` of all entries; undefined for an empty list. */
export function latestUpdate(body: ListBody): string | undefined {
  const latest = body.segments.reduce((time, segment) => maxText(time, segment.updatedAt), "");
  return latest === "" ? undefined : latest;
}

/** Consecutive parts of a file. */
export type Chunks = readonly Uint8Array[];

const COMMA = Buffer.from(",");

/** Renders `{"contents":[…],"totalCount":n,"offset":0,"limit":n}`: a page of the read API with all entries. */
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
 * Renders `{"digest","rows":[[id,slug,digest,updatedAt,sortOrder],…]}`, for readers that fetch only changes. `digest`
 * is the SHA-256 of the type's list file, as in the index.
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

/** System keys of a published entry, used to sort and find entries. */
export interface EntryHead {
  readonly id: string;
  /** API ID of its content type. */
  readonly type: string;
  readonly slug: string;
  /** ISO 8601 UTC with milliseconds, like all times here. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string;
  readonly sortOrder: number;
}

type Ordered = Pick<EntryHead, "id" | "publishedAt" | "sortOrder">;

/** Compares by the default order: `sortOrder` ascending, then newest published first, then `id`. */
export function compareEntries(a: Ordered, b: Ordered): number {
  return (
    a.sortOrder - b.sortOrder ||
    compareStrings(b.publishedAt, a.publishedAt) ||
    compareStrings(a.id, b.id)
  );
}

import type { FilledHole } from "../render/entry-template.ts";

/** An entry in the head of a live site's file; its JSON stands among the contents of its segment. */
export type EntryRow = readonly [
  id: string,
  slug: string,
  createdAt: string,
  updatedAt: string,
  publishedAt: string,
  sortOrder: number,
  digest: string,
  /** Path of its pinned file. */
  pin: string,
  /** Bytes of its JSON. */
  bytes: number,
  holes: readonly FilledHole[],
];

export interface SegmentHead {
  readonly contents: number;
  readonly rows: number;
  readonly updatedAt: string;
  readonly entries: readonly EntryRow[];
}

export interface TypeHead {
  readonly apiId: string;
  readonly segments: readonly SegmentHead[];
}

type FileText = readonly [path: string, text: string];

/** The head of a live site's file: all but bytes. Records and schemas are kept as their files have them. */
export interface LiveSiteHead {
  readonly renderer: number;
  readonly publicUrl: string;
  readonly commit: string;
  readonly site: string;
  readonly versions: readonly FileText[];
  readonly media: readonly FileText[];
  readonly types: readonly TypeHead[];
}

export function isLiveSiteHead(value: unknown): value is LiveSiteHead {
  if (!isObject(value)) return false;
  const { renderer, publicUrl, commit, site, versions, media, types } = value;
  return (
    typeof renderer === "number" &&
    areTexts([publicUrl, commit, site]) &&
    areAll(versions, areTexts) &&
    areAll(media, areTexts) &&
    areAll(types, isTypeHead)
  );
}

function isTypeHead(value: unknown): value is TypeHead {
  return (
    isObject(value) && typeof value["apiId"] === "string" && areAll(value["segments"], isSegment)
  );
}

function isSegment(value: unknown): value is SegmentHead {
  if (!isObject(value)) return false;
  const { contents, rows, updatedAt, entries } = value;
  return (
    isSize(contents) && isSize(rows) && typeof updatedAt === "string" && areAll(entries, isRow)
  );
}

function isRow(value: unknown): value is EntryRow {
  if (!Array.isArray(value)) return false;
  const row: readonly unknown[] = value;
  const [id, slug, createdAt, updatedAt, publishedAt, sortOrder, digest, pin, bytes, holes] = row;
  return (
    areTexts([id, slug, createdAt, updatedAt, publishedAt, digest, pin]) &&
    typeof sortOrder === "number" &&
    isSize(bytes) &&
    areAll(holes, isHole)
  );
}

function isHole(value: unknown): value is FilledHole {
  if (!isObject(value)) return false;
  const { kind, id, alt, fragment, start, end } = value;
  if (typeof id !== "string" || !isSize(start) || !isSize(end)) return false;
  if (kind === "mediaUrl" || kind === "entryUrl") return typeof fragment === "string";
  if (kind === "media") return alt === undefined || typeof alt === "string";
  return kind === "reference";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isSize(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function areAll(value: unknown, is: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}

function areTexts(value: unknown): boolean {
  return areAll(value, (item) => typeof item === "string");
}

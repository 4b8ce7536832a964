import { hash } from "node:crypto";
import { copyBytes, copyText } from "../../base/bytes.ts";
import type { EntryHead, ListBody, ListedEntry, ListSegment } from "../../render/list-body.ts";

/**
 * An entry of a live site. After `keepJson` it reads its JSON from the bytes of its list, so that it needs no separate
 * copy.
 */
export class RenderedEntry implements ListedEntry {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string;
  readonly sortOrder: number;
  readonly digest: string;
  #json: string | Buffer;
  #start = 0;
  #end = 0;

  constructor(head: EntryHead, json: string) {
    this.id = head.id;
    this.type = head.type;
    this.slug = copyText(head.slug);
    this.createdAt = copyText(head.createdAt);
    this.updatedAt = copyText(head.updatedAt);
    this.publishedAt = copyText(head.publishedAt);
    this.sortOrder = head.sortOrder;
    this.digest = copyText(hash("sha256", json, "hex").slice(0, 16));
    this.#json = json;
  }

  get json(): string {
    const json = this.#json;
    return typeof json === "string" ? json : json.toString("utf8", this.#start, this.#end);
  }

  /** The JSON in UTF-8; don't modify. */
  get bytes(): Buffer {
    const json = this.#json;
    return typeof json === "string" ? Buffer.from(json) : json.subarray(this.#start, this.#end);
  }

  /** Makes the entry read its JSON from these bytes, starting at an offset. @returns the end offset */
  keepJson(bytes: Buffer, start: number): number {
    const json = this.#json;
    const size = typeof json === "string" ? Buffer.byteLength(json) : this.#end - this.#start;
    this.#json = bytes;
    this.#start = start;
    this.#end = start + size;
    return this.#end;
  }

  /** Copies the JSON out of these bytes, if it is in them. */
  detach({ buffer, byteOffset }: Uint8Array): void {
    const json = this.#json;
    if (typeof json === "string" || json.buffer !== buffer) return;
    // Short lists share one memory block: an entry may be in the new list next to the old one.
    if (json.byteOffset !== byteOffset) return;
    this.keepJson(copyBytes(this.bytes), 0);
  }
}

/** Returns the JSON of an entry in UTF-8; don't modify. A list already contains it. */
export function bytesOf(entry: ListedEntry): Uint8Array {
  return entry instanceof RenderedEntry ? entry.bytes : Buffer.from(entry.json);
}

/**
 * Releases texts that a list body also holds as bytes. Entries of the new body then read from its bytes. Replaced
 * entries are copied out of the previous body: tables and snapshots hold them for a while, and each would keep a
 * quarter of a megabyte of it in memory.
 */
export function keepInLists(body: ListBody, before: ListBody | undefined): void {
  const old = before?.segments ?? [];
  for (const segment of newSegments(body.segments, old)) {
    const { buffer, byteOffset, byteLength } = segment.contents;
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    let at = 0;
    for (const entry of segment.entries) {
      if (!(entry instanceof RenderedEntry)) return;
      at = entry.keepJson(bytes, at) + COMMA;
    }
  }
  for (const { contents, entries } of newSegments(old, body.segments)) {
    for (const entry of entries) if (entry instanceof RenderedEntry) entry.detach(contents);
  }
}

/** Returns the segments that changed; most are equal at both ends. */
function newSegments(
  segments: readonly ListSegment[],
  before: readonly ListSegment[],
): readonly ListSegment[] {
  let start = 0;
  while (start < segments.length && segments[start] === before[start]) start += 1;
  let end = 0;
  while (end < segments.length - start && segments.at(-1 - end) === before.at(-1 - end)) end += 1;
  const known = new Set(before.slice(start, before.length - end));
  return segments.slice(start, segments.length - end).filter((segment) => !known.has(segment));
}

const COMMA = 1;

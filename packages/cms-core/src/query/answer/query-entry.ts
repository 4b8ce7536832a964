import { findReferences } from "./entry-references.ts";

/** An entry that can be asked for. A changed entry is a new object. */
export interface QueryEntry {
  readonly id: string;
  /** API id of its content type. */
  readonly type: string;
  readonly slug: string;
  /**
   * Its published shape as compact JSON, system keys first: references as `{"id"}`, or expanded one
   * level where the table says so.
   */
  readonly json: string;
  /** The JSON in UTF-8, where it is at hand; it never changes. */
  readonly bytes?: Buffer;
  /** Equal for equal JSON alone, where it is known. */
  readonly digest?: string;
  /** How many references its JSON shows expanded, where that is known. */
  readonly expanded?: number;
  /** Where in the bytes its JSON shows references, but for those inside expanded ones; where that is known. */
  readonly references?: readonly ReferencePlace[];
}

/** A reference in an entry's JSON: from where to where it stands. */
export interface ReferencePlace {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** The JSON of an entry in UTF-8. */
export function bytesOf(entry: QueryEntry): Buffer {
  // The text may be made when it is read, so it is not to be where the bytes are there.
  return entry.bytes ?? Buffer.from(entry.json);
}

/**
 * The bytes of an entry's JSON as text, one character each: JSON is put together without reading what stands in
 * its strings, and this takes a third of the time that text does.
 */
export function byteText(bytes: Buffer): string {
  return bytes.toString("latin1");
}

/** Where an entry's bytes show references, but for those inside expanded ones. */
export function referencesOf(entry: QueryEntry): readonly ReferencePlace[] {
  return entry.references ?? findReferences(byteText(bytesOf(entry)));
}

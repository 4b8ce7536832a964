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
  /** The JSON in UTF-8, where it is at hand. */
  readonly bytes?: Uint8Array;
  /** Equal for equal JSON alone, where it is known. */
  readonly digest?: string;
  /** How many references its JSON shows expanded, where that is known. */
  readonly expanded?: number;
}

export function bytesOf({ bytes, json }: QueryEntry): Uint8Array {
  return bytes ?? Buffer.from(json);
}

/**
 * The bytes of an entry's JSON as text, one character each: JSON is put together without reading what stands in
 * its strings, and this takes a third of the time that text does.
 */
export function byteText(entry: QueryEntry): string {
  const { buffer, byteOffset, byteLength } = bytesOf(entry);
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}

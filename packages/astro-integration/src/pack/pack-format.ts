/**
 * A pack is an append-only file of entries, kept next to Astro's data store, which then holds a
 * pointer per entry instead of its data. An entry is JSON (`Head`) followed by the UTF-8 of its
 * long texts.
 */
export interface Pointer {
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** Bytes of the JSON. */
  readonly head: number;
  /** Bytes of the JSON and the texts. */
  readonly total: number;
}

/** The JSON of an entry: its data without long texts, and where those stand after it. */
export interface Head {
  readonly data: Readonly<Record<string, unknown>>;
  /** `[start, length]` in bytes after the JSON, by key of `data`. */
  readonly texts: Readonly<Record<string, readonly [number, number]>>;
  /** Key of the text that `render(entry)` renders. */
  readonly body?: string;
}

/** What a collection's meta store says of its pack. */
export interface PackState {
  /** Name of the file. */
  readonly file: string;
  /** Bytes that belong to the stored entries; what follows is left from an interrupted sync. */
  readonly size: number;
  /** Key of `data` that gets the place in the published order. */
  readonly positionKey: string;
}

/** Folder of the packs below Astro's cache folder (`.astro` while developing). */
export const PACK_FOLDER = "loam";

/** The key of an entry's `data` in Astro's data store that holds its pointer. */
export const POINTER_KEY = "$loam";

/** Keys of a collection's meta store. */
export const STATE_KEY = "loam.pack";
export const ORDER_KEY = "loam.order";

export function printPointer({ offset, head, total }: Pointer): string {
  return `${offset}:${head}:${total}`;
}

/** `undefined` for anything that is not a pointer. */
export function parsePointer(value: unknown): Pointer | undefined {
  const parts = typeof value === "string" ? value.split(":") : [];
  const [offset, head, total] = parts.map(Number);
  if (parts.length !== 3 || offset === undefined || head === undefined || total === undefined) {
    return undefined;
  }
  return { offset, head, total };
}

export function printState({ file, size, positionKey }: PackState): string {
  return `${file} ${size} ${positionKey}`;
}

/** `undefined` for anything that is not a state. */
export function parseState(value: unknown): PackState | undefined {
  const [file, size, positionKey] = typeof value === "string" ? value.split(" ") : [];
  if (file === undefined || size === undefined || positionKey === undefined) return undefined;
  return { file, size: Number(size), positionKey };
}

import type { Reads } from "./reads.ts";
import { EXISTENCE, WHOLE } from "./reads.ts";
import type { ContentCollection, ContentEntry } from "./site-content.ts";

/** An entry from `loam:content`, in the format of Astro's entries. */
export interface PageEntry {
  readonly id: string;
  readonly collection: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Changes with the entry and with its position in the published order. */
  readonly digest: string;
}

/** Returns the current record. Called at each read, because an entry outlives the page for which it was created. */
type CurrentReads = () => Reads | undefined;

/** Wraps an entry to record the fields that are read. */
export function trackedEntry(
  collection: ContentCollection,
  entry: ContentEntry,
  position: number,
  reads: CurrentReads,
): PageEntry {
  const { name, positionKey } = collection;
  const { key, digest, data } = entry;
  const note = (field: string): void => reads()?.field(name, key, field);
  const values = { ...data, [positionKey]: position };
  return {
    id: key,
    data: new Proxy(values, new TrackedValues(note, `${name}/${key}`)),
    get digest() {
      note(WHOLE);
      return `${digest}@${position}`;
    },
    collection: name,
  };
}

class TrackedValues implements ProxyHandler<Record<string, unknown>> {
  readonly #note: (field: string) => void;
  readonly #name: string;

  constructor(note: (field: string) => void, name: string) {
    this.#note = note;
    this.#name = name;
  }

  get(values: Record<string, unknown>, field: string | symbol): unknown {
    if (typeof field === "symbol") return Reflect.get(values, field);
    this.#note(field);
    return values[field];
  }

  has(values: Record<string, unknown>, field: string | symbol): boolean {
    if (typeof field === "string") this.#note(field);
    return Reflect.has(values, field);
  }

  ownKeys(values: Record<string, unknown>): (string | symbol)[] {
    this.#note(WHOLE);
    return Reflect.ownKeys(values);
  }

  /** Rejects changes: all pages share one entry, so a change by one would show on the next. */
  set(_values: Record<string, unknown>, field: string | symbol): boolean {
    throw new TypeError(
      `${this.#name}: data.${String(field)} cannot be set, because all pages share the entry. Copy the data first: { ...entry.data }.`,
    );
  }

  deleteProperty(values: Record<string, unknown>, field: string | symbol): boolean {
    return this.set(values, field);
  }
}

/** Records that a page depends on the existence of an entry: it changes when the entry is created. */
export function recordExistence(reads: CurrentReads, collection: string, key: string): void {
  reads()?.field(collection, key, EXISTENCE);
}

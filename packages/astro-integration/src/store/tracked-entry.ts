import type { Reads } from "./reads.ts";
import { EXISTENCE, WHOLE } from "./reads.ts";
import type { ContentCollection, ContentEntry } from "./site-content.ts";

/** An entry as `loam:content` gives it, in the shape of Astro's. */
export interface PageEntry {
  readonly id: string;
  readonly collection: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Changes with the entry, and with its place in the published order. */
  readonly digest: string;
}

/** Notes of what is read now; asked at each read, because an entry outlives the page that it was made for. */
type CurrentReads = () => Reads | undefined;

/** The entry, whose fields are noted when they are read. */
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

  /** All pages share one entry: what one of them changed, the next would show. */
  set(_values: Record<string, unknown>, field: string | symbol): boolean {
    throw new TypeError(
      `${this.#name}: data.${String(field)} cannot be set, because all pages share the entry. Copy the data first: { ...entry.data }.`,
    );
  }

  deleteProperty(values: Record<string, unknown>, field: string | symbol): boolean {
    return this.set(values, field);
  }
}

/** Whether there is an entry is read too: the page changes when there is one. */
export function noteExistence(reads: CurrentReads, collection: string, key: string): void {
  reads()?.field(collection, key, EXISTENCE);
}

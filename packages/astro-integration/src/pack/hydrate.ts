import { parse, unflatten } from "devalue";
import type { RichTextHeading } from "../rich-text/heading-ids.ts";
import {
  type Head,
  ORDER_KEY,
  type PackState,
  parsePointer,
  parseState,
  POINTER_KEY,
  type Pointer,
  STATE_KEY,
} from "./pack-format.ts";
import type { PackReader } from "./read-pack.ts";

/** Astro's data store: collections by name, entries by id; meta data in collections `meta:<name>`. */
export type DataStoreMap = Map<string, Map<string, unknown>>;

export interface RenderedBody {
  readonly html: Promise<string>;
  readonly headings: readonly RichTextHeading[];
}

export interface HydrateOptions {
  /** Opens the pack of that name. */
  readonly openPack: (file: string) => PackReader;
  /** For `render(entry)`. */
  readonly renderBody: (markdown: string) => RenderedBody;
}

/**
 * Astro's data store with the entries of packs in it, in the published order. Their data is read
 * when a page asks for it, and their long texts each time one is used.
 *
 * @param stored - What Astro's data layer module exports: the flattened store, or its chunks.
 */
export function hydrate(stored: unknown, options: HydrateOptions): DataStoreMap {
  const collections = readStore(stored);
  for (const [name, entries] of collections) {
    const meta = collections.get(`meta:${name}`);
    const state = parseState(meta?.get(STATE_KEY));
    if (state) {
      const order = readOrder(meta?.get(ORDER_KEY));
      collections.set(name, hydrateCollection(entries, order, state, options));
    }
  }
  return collections;
}

function readStore(stored: unknown): DataStoreMap {
  if (stored instanceof Map) return stored;
  const unpacked: unknown = Array.isArray(stored) ? unflatten(stored) : undefined;
  if (unpacked instanceof Map) return unpacked;
  const chunked = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  return new Map(chunked.map(([name, parts]) => [name, readChunks(parts)]));
}

/** One record a line, cut into parts anywhere; a part is its text or a module that exports it. */
function readChunks(parts: unknown): Map<string, unknown> {
  const texts = Array.isArray(parts) ? parts.map(partText) : [];
  const lines = texts.join("").split("\n").slice(0, -1);
  return new Map(lines.map((line): [string, unknown] => parse(line)));
}

function partText(part: unknown): string {
  const text: unknown =
    typeof part === "object" && part !== null ? Reflect.get(part, "default") : part;
  return typeof text === "string" ? text : "";
}

function readOrder(value: unknown): readonly string[] {
  const order: unknown = typeof value === "string" ? JSON.parse(value) : [];
  return Array.isArray(order) ? order : [];
}

function hydrateCollection(
  entries: ReadonlyMap<string, unknown>,
  order: readonly string[],
  { file, positionKey }: PackState,
  options: HydrateOptions,
): Map<string, unknown> {
  const pack = options.openPack(file);
  const hydrated = new Map<string, unknown>();
  for (const [position, key] of order.entries()) {
    const entry = entries.get(key);
    if (isEntry(entry)) {
      const place = { pack, position, positionKey };
      hydrated.set(key, hydrateEntry(entry, place, options));
    }
  }
  return hydrated;
}

interface Place {
  readonly pack: PackReader;
  readonly position: number;
  readonly positionKey: string;
}

interface RawEntry {
  readonly data: Record<string, unknown>;
}

function isEntry(value: unknown): value is RawEntry {
  return (
    typeof value === "object" &&
    value !== null &&
    "data" in value &&
    typeof value.data === "object" &&
    value.data !== null
  );
}

function hydrateEntry(
  entry: RawEntry,
  { pack, position, positionKey }: Place,
  { renderBody }: HydrateOptions,
): RawEntry {
  const pointer = parsePointer(entry.data[POINTER_KEY]);
  if (pointer === undefined) {
    entry.data[positionKey] = position;
    return entry;
  }
  lazily(entry, "data", () => {
    const data = readData(pack, pointer);
    data[positionKey] = position;
    return data;
  });
  const body = (): RenderedBody => renderBody(readBody(pack, pointer));
  Object.assign(entry, { rendered: lazyRendered(body) });
  return entry;
}

function readHead(pack: PackReader, { offset, head }: Pointer): Head {
  const value: Head = JSON.parse(pack.text(offset, head));
  return value;
}

function readData(pack: PackReader, pointer: Pointer): Record<string, unknown> {
  const { data, texts } = readHead(pack, pointer);
  const whole: Record<string, unknown> = { ...data };
  const start = pointer.offset + pointer.head;
  for (const [key, [offset, length]] of Object.entries(texts)) {
    Object.defineProperty(whole, key, {
      configurable: true,
      enumerable: true,
      get: () => pack.text(start + offset, length),
      set: (value: unknown) => fix(whole, key, value),
    });
  }
  return whole;
}

function readBody(pack: PackReader, pointer: Pointer): string {
  const { body, texts } = readHead(pack, pointer);
  const place = body === undefined ? undefined : texts[body];
  if (place === undefined) return "";
  return pack.text(pointer.offset + pointer.head + place[0], place[1]);
}

/** `entry.rendered` as `render(entry)` reads it; nothing is rendered before. */
function lazyRendered(body: () => RenderedBody): object {
  return {
    get html() {
      return body().html;
    },
    metadata: {
      get headings() {
        return body().headings;
      },
    },
  };
}

/** A property that is made when it is first read. */
function lazily(target: object, key: string, make: () => unknown): void {
  Object.defineProperty(target, key, {
    configurable: true,
    enumerable: true,
    get() {
      const value = make();
      fix(target, key, value);
      return value;
    },
    set: (value: unknown) => fix(target, key, value),
  });
}

function fix(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    configurable: true,
    enumerable: true,
    writable: true,
    value,
  });
}

import { randomBytes } from "node:crypto";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { EntryStore, RawStore, StoreChange, StoredEntry } from "../store/entry-store.ts";
import { type EncodedEntry, encodeEntry } from "./encode-entry.ts";
import {
  ORDER_KEY,
  type PackState,
  parsePointer,
  parseState,
  POINTER_KEY,
  type Pointer,
  printPointer,
  printState,
  STATE_KEY,
} from "./pack-format.ts";

export interface PackedStoreOptions {
  /** Where packs are kept. */
  readonly folder: string;
  readonly collection: string;
  /** Key of `data` that gets the place in the published order. */
  readonly positionKey: string;
  /** Keys of rich text fields. */
  readonly richText: readonly string[];
}

/** Astro's stores of one collection. */
export interface PackedStoreContext {
  readonly store: RawStore;
  readonly meta: {
    get(key: string): string | undefined;
    set(key: string, value: string): void;
  };
}

/** A pack smaller than this is not written anew to be rid of what it no longer needs. */
const SMALL_BYTES = 1_048_576;

/**
 * Keeps entries in a pack file, so that Astro's data store, which is read, sorted and written whole
 * at every sync and bundled into every build, holds some eighty bytes an entry.
 */
export function packedStore(context: PackedStoreContext, options: PackedStoreOptions): EntryStore {
  const state = readableState(context, options.folder);
  return {
    isWhole: () => state !== undefined,
    stored: () => (state ? storedDigests(context) : new Map()),
    apply: (change) => applyPacked(context, options, state, change),
  };
}

function storedDigests({ store }: PackedStoreContext): ReadonlyMap<string, string> {
  return new Map(store.entries().map(([key, { digest }]) => [key, String(digest)]));
}

/** The state of the last sync, when its pack is still there and whole. */
function readableState({ meta }: PackedStoreContext, folder: string): PackState | undefined {
  const state = parseState(meta.get(STATE_KEY));
  const found = state && statSync(join(folder, state.file), { throwIfNoEntry: false });
  return found && found.size >= state.size ? state : undefined;
}

function applyPacked(
  context: PackedStoreContext,
  options: PackedStoreOptions,
  state: PackState | undefined,
  change: StoreChange,
): void {
  const { store, meta } = context;
  for (const key of change.removed) store.delete(key);
  const replaced = new Set(change.set.map(({ key }) => key));
  const kept = state ? pointersExcept(context, replaced) : [];
  const live = kept.reduce((bytes, [, pointer]) => bytes + pointer.total, 0);
  const compact = state === undefined || (state.size > SMALL_BYTES && live * 2 < state.size);
  mkdirSync(options.folder, { recursive: true });
  const target = compact ? newPack(options.collection, options.positionKey) : state;
  const path = join(options.folder, target.file);
  const writer = openWriter(path, target.size);
  try {
    if (compact && state) {
      const old = join(options.folder, state.file);
      copyEntries(context, kept, old, writer);
    }
    for (const entry of change.set) storeEntry(context, entry, options.richText, writer);
    meta.set(STATE_KEY, printState({ ...target, size: writer.finish() }));
  } finally {
    writer.close();
  }
  meta.set(ORDER_KEY, JSON.stringify(change.order));
  if (compact) removeOldPacks(options, target.file);
}

function pointersExcept(
  { store }: PackedStoreContext,
  replaced: ReadonlySet<string>,
): [string, Pointer][] {
  return store.entries().flatMap(([key, { data }]): [string, Pointer][] => {
    const pointer = parsePointer(data[POINTER_KEY]);
    return pointer === undefined || replaced.has(key) ? [] : [[key, pointer]];
  });
}

function storeEntry(
  { store }: PackedStoreContext,
  { key, digest, data }: StoredEntry,
  richText: readonly string[],
  writer: PackWriter,
): void {
  const encoded = encodeEntry(data, richText);
  // What JSON cannot hold stays in Astro's data store, which can.
  const stored = encoded ? { [POINTER_KEY]: writer.append(encoded) } : data;
  // Astro leaves an entry alone whose digest is the same; its place in the pack is another.
  store.delete(key);
  store.set({ id: key, data: stored, digest });
}

function copyEntries(
  { store }: PackedStoreContext,
  kept: readonly [string, Pointer][],
  from: string,
  writer: PackWriter,
): void {
  const file = openSync(from, "r");
  try {
    for (const [key, { offset, head, total }] of kept) {
      const bytes = Buffer.alloc(total);
      readSync(file, bytes, 0, total, offset);
      const digest = store.get(key)?.digest;
      store.delete(key);
      const data = { [POINTER_KEY]: writer.append({ bytes, head }) };
      store.set({ id: key, data, ...(digest === undefined ? {} : { digest }) });
    }
  } finally {
    closeSync(file);
  }
}

/** Another name for each, so that pages which still read the old one are not disturbed. */
function newPack(collection: string, positionKey: string): PackState {
  const file = `${packPrefix(collection)}${randomBytes(4).toString("hex")}.pack`;
  return { file, size: 0, positionKey };
}

function packPrefix(collection: string): string {
  return `${encodeURIComponent(collection)}-`;
}

/** The newest old one stays: the data store on disk speaks of it until Astro has saved. */
function removeOldPacks({ folder, collection }: PackedStoreOptions, current: string): void {
  const old = readdirSync(folder)
    .filter((name) => name.startsWith(packPrefix(collection)) && name !== current)
    .filter((name) => /^[0-9a-f]{8}\.pack$/.test(name.slice(packPrefix(collection).length)))
    .map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
    .toSorted((a, b) => b.time - a.time);
  for (const { path } of old.slice(1)) rmSync(path, { force: true });
}

interface PackWriter {
  /** Adds an entry and answers with its pointer as text. */
  append(entry: EncodedEntry): string;
  /** Writes what is left and answers with the size of the pack. */
  finish(): number;
  close(): void;
}

const WRITE_BYTES = 4_194_304;

function openWriter(path: string, size: number): PackWriter {
  const file = openSync(path, size === 0 ? "w" : "r+");
  let written = size;
  let waiting: Buffer[] = [];
  let bytes = 0;
  const flush = (): void => {
    const all = Buffer.concat(waiting);
    for (let at = 0; at < all.length;)
      at += writeSync(file, all, at, all.length - at, written + at);
    written += all.length;
    waiting = [];
    bytes = 0;
  };
  return {
    append(entry) {
      const offset = written + bytes;
      waiting.push(entry.bytes);
      bytes += entry.bytes.length;
      if (bytes >= WRITE_BYTES) flush();
      return printPointer({ offset, head: entry.head, total: entry.bytes.length });
    },
    finish() {
      flush();
      return written;
    },
    close: () => closeSync(file),
  };
}

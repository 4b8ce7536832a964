import { CmsError } from "../../base/errors.ts";
import { printEntryFile } from "../../content/entry/print-entry.ts";
import { type EntryRef, parseEntryAt, type TypeState } from "../read/file-facts.ts";
import type { SiteIndex } from "../read/site-index.ts";
import { writeFiles, type AppliedFiles } from "./apply-files.ts";
import { requireType, type SaveOptions, uniqueEntry } from "./save-rules.ts";
import type { SiteWriter } from "./site-writer.ts";

/** A new position for one entry. */
export interface OrderChange {
  readonly id: string;
  /** The `sortOrder` on which the move was decided. */
  readonly from: number;
  readonly to: number;
}

/** Result of a move for an entry's file. The two blobs differ only in `sortOrder`. */
export interface MovedEntry {
  readonly path: string;
  readonly sortOrder: number;
  readonly before: string;
  readonly after: string;
}

export interface SavedOrders extends AppliedFiles {
  /** By entry id. */
  readonly moved: ReadonlyMap<string, MovedEntry>;
}

/**
 * Writes the `sortOrder` of entries of a type in one commit, changing one line each. Keeps the schema version of each
 * entry.
 *
 * @throws CmsError `stale` if an entry was moved or deleted in the meantime, so the move must be decided again
 */
export async function saveOrders(
  writer: SiteWriter,
  { type, changes }: { readonly type: string; readonly changes: readonly OrderChange[] },
  { actor, message = `Move entries of ${type}`, trailers = {} }: SaveOptions,
): Promise<SavedOrders> {
  let moved = new Map<string, MovedEntry>();
  const applied = await writer.lock.exclusive(async () =>
    writeFiles(writer, async () => {
      moved = new Map();
      const { index, repository } = writer;
      const state = requireType(index(), type);
      const refs = changes.map(({ id }) => requireRef(index(), id, type));
      const blobs = await repository.readBlobs(refs.map(({ blob }) => blob));
      const files = new Map<string, Uint8Array>();
      for (const [place, change] of changes.entries()) {
        const [ref, previous] = [refs[place], blobs[place]];
        if (ref === undefined || previous === undefined) throw staleOrder(change.id);
        const bytes = reordered(previous, { ref, state, change });
        const { path, blob: before } = ref;
        files.set(path, bytes);
        const after = repository.hashBlob(bytes);
        moved.set(change.id, { path, sortOrder: change.to, before, after });
      }
      const all = { "Loam-Action": "move", ...trailers };
      return { files, actor, message, trailers: all, checked: true };
    }),
  );
  return { ...applied, moved };
}

function requireRef(index: SiteIndex, id: string, type: string): EntryRef {
  const ref = uniqueEntry(index, id);
  if (ref?.type === type) return ref;
  throw staleOrder(id);
}

interface Reorder {
  readonly ref: EntryRef;
  readonly state: TypeState;
  readonly change: OrderChange;
}

function reordered(
  previous: Uint8Array,
  { ref, state, change: { id, from, to } }: Reorder,
): Uint8Array {
  const entry = parseEntryAt(previous, ref, state);
  const schema = state.versions.get(entry.schema) ?? state.latest;
  if ((entry.sortOrder ?? 0) !== from || schema === undefined) throw staleOrder(id);
  return printEntryFile({ ...entry, sortOrder: to }, schema, { path: ref.path, previous });
}

function staleOrder(id: string): CmsError {
  return new CmsError("stale", "Someone else moved an entry. Read the list again, then retry.", {
    details: { id },
  });
}

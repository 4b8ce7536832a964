import { CmsError } from "../base/errors.ts";
import { printEntryFile } from "../content/print-entry.ts";
import { writeFiles, type AppliedFiles } from "./apply-files.ts";
import { readKnownEntry } from "./known-files.ts";
import { requireType, uniqueEntry, type SaveOptions } from "./save-entry.ts";
import type { SiteWriter } from "./site-writer.ts";

/** A new place in the order for one entry. */
export interface OrderChange {
  readonly id: string;
  /** The `sortOrder` that it was decided by. */
  readonly from: number;
  readonly to: number;
}

/**
 * Writes the `sortOrder` of entries of a type, in one commit and one line each. Which schema version an
 * entry was written against stays.
 *
 * @throws CmsError `stale` when an entry was moved or deleted meanwhile: what was decided by its old place
 * is to be decided again
 */
export async function saveOrders(
  writer: SiteWriter,
  { type, changes }: { readonly type: string; readonly changes: readonly OrderChange[] },
  { actor, message = `Move entries of ${type}`, trailers = {} }: SaveOptions,
): Promise<AppliedFiles> {
  return writer.gate.exclusive(async () =>
    writeFiles(writer, async () => {
      const files = new Map<string, Uint8Array>();
      for (const change of changes) {
        const { path, bytes } = await reordered(writer, type, change);
        files.set(path, bytes);
      }
      const all = { "Loam-Action": "move", ...trailers };
      return { files, actor, message, trailers: all, checked: true };
    }),
  );
}

async function reordered(
  { index, repository }: SiteWriter,
  type: string,
  { id, from, to }: OrderChange,
): Promise<{ readonly path: string; readonly bytes: Uint8Array }> {
  const ref = uniqueEntry(index(), id);
  const state = requireType(index(), type);
  if (ref?.type !== type) throw movedMeanwhile(id);
  const previous = await repository.readBlob(ref.blob);
  const entry = readKnownEntry(previous, ref, state);
  if ((entry.sortOrder ?? 0) !== from) throw movedMeanwhile(id);
  const schema = state.versions.get(entry.schema) ?? state.latest;
  if (schema === undefined) throw movedMeanwhile(id);
  const bytes = printEntryFile({ ...entry, sortOrder: to }, schema, { previous });
  return { path: ref.path, bytes };
}

function movedMeanwhile(id: string): CmsError {
  return new CmsError("stale", "An entry was moved meanwhile; read the list again.", {
    details: { id },
  });
}

import { CmsError } from "../../base/errors.ts";
import type { Change } from "../objects/change.ts";
import { parseOid, type Oid } from "../objects/object-id.ts";
import { parseTreePath } from "../objects/tree-path.ts";
import type { ObjectReader } from "../read/object-reader.ts";
import { prepareBlobs, type PreparedChange } from "./batch.ts";

/**
 * Checks a change's paths, and that the blobs which it names are there; hashes and compresses its new files.
 *
 * @throws CmsError `invalid_path`, `invalid`, `not_found`
 */
export async function prepareChange(
  objects: ObjectReader,
  change: Change,
): Promise<{ readonly prepared: PreparedChange; readonly blobs: ReadonlyMap<string, Oid> }> {
  const written = new Map<string, Uint8Array>();
  const files = new Map<string, Oid | null>();
  for (const [path, edit] of change.files) {
    parseTreePath(path);
    if (edit instanceof Uint8Array) written.set(path, edit);
    else files.set(path, edit === null ? null : parseOid(edit.oid));
  }
  await checkBlobs(objects, [...new Set(files.values())]);
  const { oids, blobs } = await prepareBlobs(written);
  for (const [path, oid] of oids) files.set(path, oid);
  const { author, message, modes, mergeOf, trailers = {}, when = new Date() } = change;
  const set = [...files].flatMap(([path, oid]) => (oid === null ? [] : [[path, oid] as const]));
  const optional = { ...(modes && { modes }), ...(mergeOf && { mergeOf }) };
  const prepared = { files, blobs, ...optional, author, message, trailers, when };
  return { prepared, blobs: new Map(set) };
}

async function checkBlobs(objects: ObjectReader, oids: readonly (Oid | null)[]): Promise<void> {
  const wanted = oids.filter((oid) => oid !== null);
  const there = await objects.has(wanted);
  const missing = wanted.filter((_, index) => there[index] !== true);
  if (missing.length === 0) return;
  throw new CmsError("not_found", `The repository has no file ${missing[0]}.`, {
    details: { missing },
  });
}

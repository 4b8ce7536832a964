import { parseEntryFile } from "../../content/entry/parse-entry.ts";
import { printEntryFile } from "../../content/entry/print-entry.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { Entry } from "../../model/entry.ts";
import { schemaOf, type EntryRef, type TypeState } from "./file-facts.ts";

// Both live as long as the bytes, which the repository keeps for what was read or saved last.
const parsed = new WeakMap<Uint8Array, { readonly entry: Entry; readonly schema: SchemaVersion }>();
const printed = new WeakMap<
  Uint8Array,
  { readonly entry: Entry; readonly schema: SchemaVersion }
>();

/**
 * The entry that a file holds. Who saves an entry read it a moment before, so the same bytes are
 * parsed once.
 *
 * @throws CmsError as `parseEntryFile`
 */
export function readKnownEntry(
  bytes: Uint8Array,
  { path, slug, type }: EntryRef,
  state: TypeState | undefined,
): Entry {
  const schema = schemaOf(state);
  const known = parsed.get(bytes);
  if (
    known !== undefined &&
    isOf(known.entry, { slug, type }) &&
    schema(known.schema.version) === known.schema
  ) {
    return known.entry;
  }
  const entry = parseEntryFile(bytes, { path, slug, apiId: type, schemaOf: schema });
  const by = schema(entry.schema);
  if (by !== undefined) parsed.set(bytes, { entry, schema: by });
  return entry;
}

/** The entry that this process printed these bytes from; its values may not be normalised. */
export function printedFrom(
  bytes: Uint8Array,
  ref: EntryRef,
  schema: SchemaVersion,
): Entry | undefined {
  const known = printed.get(bytes);
  return known?.schema === schema && isOf(known.entry, ref) ? known.entry : undefined;
}

/** Prints an entry as a new file. Comments with titles of others may differ the next time. */
export function printNew(
  entry: Entry,
  schema: SchemaVersion,
  titleOf: (id: string) => string | undefined,
): Uint8Array {
  let named = false;
  const bytes = printEntryFile(entry, schema, {
    titleOf: (id) => {
      named = true;
      return titleOf(id);
    },
  });
  if (!named) printed.set(bytes, { entry, schema });
  return bytes;
}

function isOf(entry: Entry, { slug, type }: Pick<EntryRef, "slug" | "type">): boolean {
  return entry.slug === slug && entry.type === type;
}

import { isCmsError } from "../base/errors.ts";
import { parseEntryFile } from "../content/parse-entry.ts";
import { printEntryFile } from "../content/print-entry.ts";
import { bodyField, type SchemaVersion } from "../model/content-type.ts";
import type { Entry } from "../model/entry.ts";
import { fieldsOf } from "./field-plan.ts";
import type { PlannedEntry, PlannedType } from "./plan-import.ts";
import type { SiteEntry } from "./site-state.ts";

export type Merged =
  | { readonly kind: "same" }
  | {
      readonly kind: "changed";
      readonly entry: Entry;
      /** The file on the site can be read, so it is written into and not anew. */
      readonly readable: boolean;
    };

export interface MergeParts {
  readonly before: SiteEntry;
  readonly previous: Uint8Array;
  readonly versions: readonly SchemaVersion[];
}

/**
 * The entry as the source has it, with what only the site knows: values of fields that the source has
 * not, schedule and order, and a creation time where the source has no date.
 */
export function mergeEntry(
  { entry, date, source }: PlannedEntry,
  planned: PlannedType,
  parts: MergeParts,
): Merged {
  const old = readOld(entry, parts);
  if (old === undefined) return { kind: "changed", entry, readable: false };
  const own = new Set(planned.fields.flatMap(fieldsOf).map((field) => field.id));
  const body = bodyField(planned.type);
  if (body !== undefined && !source.place.data) own.add(body.id);
  const kept = [...old.values].filter(([id]) => !own.has(id) && !entry.values.has(id));
  const merged: Entry = {
    ...old,
    ...entry,
    createdAt: date === undefined ? old.createdAt : entry.createdAt,
    ...(old.publishAt === undefined ? {} : { publishAt: old.publishAt }),
    values: new Map([...kept, ...entry.values]),
  };
  const print = (one: Entry): string =>
    Buffer.from(printEntryFile({ ...one, schema: planned.version }, planned.type)).toString("utf8");
  const isSame = parts.before.slug === entry.slug && print(old) === print(merged);
  return isSame ? { kind: "same" } : { kind: "changed", entry: merged, readable: true };
}

function readOld(entry: Entry, { before, previous, versions }: MergeParts): Entry | undefined {
  try {
    return parseEntryFile(previous, {
      path: before.path,
      apiId: entry.type,
      slug: before.slug,
      schemaOf: (version) =>
        version === undefined ? versions.at(-1) : versions.find((one) => one.version === version),
    });
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

import type { ContentType } from "../model/content-type.ts";
import type { Entry, FieldValue } from "../model/entry.ts";
import type { MergeConflict, Merged, Versions } from "./conflict.ts";
import { mergeField } from "./merge-field.ts";
import { mergeValue } from "./pick.ts";
import { sameValue } from "./same-value.ts";

export interface MergedEntry extends Merged<Entry> {
  /** What the merge took from one side alone or of both: paths like those of conflicts, fields whole. */
  readonly fromOurs: readonly string[];
  readonly fromTheirs: readonly string[];
}

/**
 * Merges two versions of an entry that were made of the same one, field by field. Different fields
 * never conflict; within a field see `mergeField`. The schema version is the higher one: the caller
 * brings all three to it before, and names it.
 *
 * @param base undefined when both sides created the entry
 */
export function mergeEntries(
  { base, ours, theirs }: { base: Entry | undefined; ours: Entry; theirs: Entry },
  schema: ContentType,
): MergedEntry {
  const outcome: Outcome = { conflicts: [], fromOurs: [], fromTheirs: [] };
  const values = new Map<string, FieldValue>();
  for (const id of fieldIds(schema, { ours, theirs })) {
    const field = schema.fields.find((one) => one.id === id);
    const path = field?.apiId ?? id;
    const versions = {
      base: base?.values.get(id),
      ours: ours.values.get(id),
      theirs: theirs.values.get(id),
    };
    const { merged, conflicts } = mergeField(field, versions, path);
    if (merged !== undefined) values.set(id, merged);
    note(outcome, path, versions, conflicts);
  }
  const head = mergeHead({ base, ours, theirs }, outcome);
  return { merged: { ...head, values }, ...outcome };
}

/**
 * The same where a side may have deleted the entry: deleted by both or by one and left alone by the other
 * is deleted; deleted and changed is a conflict with an empty path, and the changed one stands.
 */
export function mergeOrDelete(
  { base, ours, theirs }: Versions<Entry | undefined>,
  schema: ContentType,
): Merged<Entry | undefined> {
  if (ours !== undefined && theirs !== undefined)
    return mergeEntries({ base, ours, theirs }, schema);
  const left = ours ?? theirs;
  if (left === undefined || base === undefined) return { merged: left, conflicts: [] };
  if (sameValue(left, base)) return { merged: undefined, conflicts: [] };
  return { merged: left, conflicts: [{ path: "", base, ours, theirs }] };
}

interface Outcome {
  readonly conflicts: MergeConflict[];
  readonly fromOurs: string[];
  readonly fromTheirs: string[];
}

function note(
  { conflicts, fromOurs, fromTheirs }: Outcome,
  path: string,
  { base, ours, theirs }: Versions<unknown>,
  found: readonly MergeConflict[],
): void {
  conflicts.push(...found);
  if (!sameValue(ours, base)) fromOurs.push(path);
  if (!sameValue(theirs, base)) fromTheirs.push(path);
}

/** The fields of the schema, and what entries hold besides, by name. */
function fieldIds(
  schema: ContentType,
  { ours, theirs }: { readonly ours: Entry; readonly theirs: Entry },
): readonly string[] {
  const known = schema.fields.map(({ id }) => id);
  const others = new Set([...ours.values.keys(), ...theirs.values.keys()]);
  for (const id of known) others.delete(id);
  return [...known, ...[...others].toSorted()];
}

/** The parts of an entry that are no fields. */
function mergeHead(
  { base, ours, theirs }: { base: Entry | undefined; ours: Entry; theirs: Entry },
  outcome: Outcome,
): Omit<Entry, "values"> {
  const merge = <K extends keyof Entry>(path: K): Entry[K] | undefined =>
    mergeKey(path, { base: base?.[path], ours: ours[path], theirs: theirs[path] }, outcome);
  const slug = merge("slug") ?? ours.slug;
  const publishAt = merge("publishAt");
  const unpublishAt = merge("unpublishAt");
  const sortOrder = merge("sortOrder");
  return {
    id: ours.id,
    type: ours.type,
    slug,
    schema: Math.max(ours.schema, theirs.schema),
    createdAt: mergeCreatedAt(base, ours, theirs),
    ...(publishAt === undefined ? {} : { publishAt }),
    ...(unpublishAt === undefined ? {} : { unpublishAt }),
    ...(sortOrder === undefined ? {} : { sortOrder }),
  };
}

function mergeKey<T>(path: string, versions: Versions<T>, outcome: Outcome): T {
  const { merged, conflict } = mergeValue(versions.base, versions.ours, versions.theirs);
  note(outcome, path, versions, conflict ? [{ path, ...versions }] : []);
  return merged;
}

/** Nobody is asked about this one: the earlier time. */
function mergeCreatedAt(base: Entry | undefined, ours: Entry, theirs: Entry): string {
  const { merged, conflict } = mergeValue(base?.createdAt, ours.createdAt, theirs.createdAt);
  const earlier = ours.createdAt < theirs.createdAt ? ours.createdAt : theirs.createdAt;
  return conflict ? earlier : (merged ?? earlier);
}

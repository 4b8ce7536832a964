import { isCmsError } from "../../base/errors.ts";
import { createStepBudget } from "../../base/step-budget.ts";
import { parseEntryFile } from "../../content/entry/parse-entry.ts";
import { classifyPath } from "../../content/site/layout.ts";
import { markdownReader } from "../../markdown/read-markdown.ts";
import type { ContentType, SchemaVersion } from "../../model/content-type.ts";
import type { Entry, FieldValue } from "../../model/entry.ts";
import {
  type MergeConflict,
  type Merged,
  mergeValue,
  pickSide,
  sameValue,
  mergeUnlessBothChanged,
  type Versions,
} from "../sequence/conflict.ts";
import { mergeField } from "./merge-field.ts";
import type { MergeAt } from "./merge-plain-field.ts";
import type { TreeSides } from "./tree-sides.ts";

export interface MergedEntry extends Merged<Entry> {
  /** Changes of theirs: paths as in conflicts, with whole fields. */
  readonly fromTheirs: readonly string[];
}

/** Two edited versions of an entry with their base. */
interface ThreeEntries {
  /** Undefined if both sides created the entry. */
  readonly base: Entry | undefined;
  readonly ours: Entry;
  readonly theirs: Entry;
}

// Takes about 40 ms in the worst case. An entry with 20,000 characters needs a twentieth of it.
const MERGE_STEPS = 3_000_000;

// A second merge has up to twice as much text, and four times as many steps for its edits.
const FAR_FROM_BOUND = 1 / 4;

/**
 * Merges two edited versions of an entry, field by field. Different fields never conflict; for a single field, see
 * `mergeField`. The result has the higher schema version: the caller must upgrade all three versions to it first.
 *
 * @param steps step budget; when it runs out, more is in conflict, but nothing is lost
 */
export function mergeEntries(
  versions: ThreeEntries,
  schema: ContentType,
  steps: number = MERGE_STEPS,
): MergedEntry {
  const budget = createStepBudget(steps);
  const read = markdownReader();
  const found = mergeOnce(versions, schema, { budget, read });
  // Near the budget, a clean result is merged again with each side, to check that it stays the same.
  const isFar = !budget.exhausted && steps - budget.left <= steps * FAR_FROM_BOUND;
  if (isFar || found.conflicts.length > 0) return found;
  const stays = [versions.ours, versions.theirs].every((side) => {
    const again = { base: versions.base, ours: found.merged, theirs: side };
    const { merged, conflicts } = mergeOnce(again, schema, {
      budget: createStepBudget(steps),
      read,
    });
    return conflicts.length === 0 && sameValue(merged, found.merged);
  });
  return stays ? found : markAllConflicts(versions, schema, found);
}

function mergeOnce(
  versions: ThreeEntries,
  schema: ContentType,
  by: Omit<MergeAt, "path">,
): MergedEntry {
  const outcome: Outcome = { conflicts: [], fromTheirs: [] };
  const values = new Map<string, FieldValue>();
  const byId = new Map(schema.fields.map((field) => [field.id, field]));
  for (const id of fieldIds(schema, versions)) {
    const field = byId.get(id);
    const path = field?.apiId ?? id;
    const three = valuesOf(versions, id);
    const { merged, conflicts } = mergeField(field, three, { path, ...by });
    if (merged !== undefined) values.set(id, merged);
    recordOutcome(outcome, path, three, conflicts);
  }
  const head = mergeHead(versions, outcome);
  return { merged: { ...head, values }, ...outcome };
}

function valuesOf({ base, ours, theirs }: ThreeEntries, id: string): Versions<Value> {
  return { base: base?.values.get(id), ours: ours.values.get(id), theirs: theirs.values.get(id) };
}

type Value = FieldValue | undefined;

/** Marks every field that both sides changed as a conflict. */
function markAllConflicts(
  versions: ThreeEntries,
  schema: ContentType,
  found: MergedEntry,
): MergedEntry {
  const values = new Map(found.merged.values);
  const conflicts = fieldIds(schema, versions).flatMap((id) => {
    const three = valuesOf(versions, id);
    if (mergeUnlessBothChanged(three) !== undefined) return [];
    const value = pickSide(three.ours, three.theirs);
    if (value !== undefined) values.set(id, value);
    return [{ path: schema.fields.find((field) => field.id === id)?.apiId ?? id, ...three }];
  });
  return { ...found, merged: { ...found.merged, values }, conflicts };
}

interface Outcome {
  readonly conflicts: MergeConflict[];
  readonly fromTheirs: string[];
}

function recordOutcome(
  { conflicts, fromTheirs }: Outcome,
  path: string,
  { base, theirs }: Versions<unknown>,
  found: readonly MergeConflict[],
): void {
  conflicts.push(...found);
  if (!sameValue(theirs, base)) fromTheirs.push(path);
}

/** Returns the internal ids of the schema's fields and of additional values, in a fixed order. */
function fieldIds(
  schema: ContentType,
  { ours, theirs }: { readonly ours: Entry; readonly theirs: Entry },
): readonly string[] {
  const known = schema.fields.map(({ id }) => id);
  const others = new Set([...ours.values.keys(), ...theirs.values.keys()]);
  for (const id of known) others.delete(id);
  return [...known, ...[...others].toSorted()];
}

/** Merges the parts of an entry that are not fields. */
function mergeHead({ base, ours, theirs }: ThreeEntries, outcome: Outcome): Omit<Entry, "values"> {
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
  recordOutcome(outcome, path, versions, conflict ? [{ path, ...versions }] : []);
  return merged;
}

/** Returns the earlier time. This never conflicts. */
function mergeCreatedAt(base: Entry | undefined, ours: Entry, theirs: Entry): string {
  const { merged, conflict } = mergeValue(base?.createdAt, ours.createdAt, theirs.createdAt);
  const earlier = ours.createdAt < theirs.createdAt ? ours.createdAt : theirs.createdAt;
  return conflict ? earlier : (merged ?? earlier);
}

export interface ReadEntryFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly entry: Entry;
  readonly schema: SchemaVersion;
}

/** Parses an entry file with the schema version that it names; undefined if it cannot be read. */
export function readMergedEntry(
  { site, schemaOf }: Pick<TreeSides, "site" | "schemaOf">,
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
): ReadEntryFile | undefined {
  const identity = classifyPath(path, site);
  if (identity.kind !== "entry") return undefined;
  const { apiId, slug } = identity;
  try {
    const entry = parseEntryFile(bytes, {
      path,
      apiId,
      slug,
      schemaOf: (version) => schemaOf(apiId, version),
    });
    const schema = schemaOf(apiId, entry.schema);
    return schema && { path, bytes, entry, schema };
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

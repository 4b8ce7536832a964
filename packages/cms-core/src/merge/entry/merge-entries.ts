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
  pick,
  sameValue,
  unlessBoth,
  type Versions,
} from "../sequence/conflict.ts";
import { mergeField } from "./merge-field.ts";
import type { MergeAt } from "./merge-plain-field.ts";
import type { TreeSides } from "./tree-sides.ts";

export interface MergedEntry extends Merged<Entry> {
  /** What theirs changed: paths like those of conflicts, fields whole. */
  readonly fromTheirs: readonly string[];
}

/** A base and what two sides made of it. */
interface ThreeEntries {
  /** Undefined when both sides created the entry. */
  readonly base: Entry | undefined;
  readonly ours: Entry;
  readonly theirs: Entry;
}

// Some 40 ms, whatever the entry holds; one of 20,000 characters needs a twentieth of it.
const MERGE_STEPS = 3_000_000;

// A second merge has up to twice as much text, and four times as many steps for its edits.
const FAR_FROM_BOUND = 1 / 4;

/**
 * Merges two versions of an entry that were made of the same one, field by field. Different fields
 * never conflict; within a field see `mergeField`. The schema version is the higher one: the caller
 * brings all three to it before, and names it.
 *
 * @param steps how much work it may take; texts and lists that would take more are merged more coarsely:
 * more of them is in conflict, and nothing is lost
 */
export function mergeEntries(
  versions: ThreeEntries,
  schema: ContentType,
  steps: number = MERGE_STEPS,
): MergedEntry {
  const budget = createStepBudget(steps);
  const read = markdownReader();
  const found = mergeOnce(versions, schema, { budget, read });
  // Near the bound a clean merge is merged again with each side, to see that it would stay as it is.
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
  return stays ? found : undecided(versions, schema, found);
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
    note(outcome, path, three, conflicts);
  }
  const head = mergeHead(versions, outcome);
  return { merged: { ...head, values }, ...outcome };
}

function valuesOf({ base, ours, theirs }: ThreeEntries, id: string): Versions<Value> {
  return { base: base?.values.get(id), ours: ours.values.get(id), theirs: theirs.values.get(id) };
}

type Value = FieldValue | undefined;

/** Every field that both sides changed, whole. */
function undecided(versions: ThreeEntries, schema: ContentType, found: MergedEntry): MergedEntry {
  const values = new Map(found.merged.values);
  const conflicts = fieldIds(schema, versions).flatMap((id) => {
    const three = valuesOf(versions, id);
    if (unlessBoth(three) !== undefined) return [];
    const value = pick(three.ours, three.theirs);
    if (value !== undefined) values.set(id, value);
    return [{ path: schema.fields.find((field) => field.id === id)?.apiId ?? id, ...three }];
  });
  return { ...found, merged: { ...found.merged, values }, conflicts };
}

interface Outcome {
  readonly conflicts: MergeConflict[];
  readonly fromTheirs: string[];
}

function note(
  { conflicts, fromTheirs }: Outcome,
  path: string,
  { base, theirs }: Versions<unknown>,
  found: readonly MergeConflict[],
): void {
  conflicts.push(...found);
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
  note(outcome, path, versions, conflict ? [{ path, ...versions }] : []);
  return merged;
}

/** Nobody is asked about this one: the earlier time. */
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

/** An entry file by the schema that it names; undefined when it cannot be read. */
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

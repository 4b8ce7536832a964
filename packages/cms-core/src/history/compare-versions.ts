import { createStepBudget, type StepBudget } from "../base/step-budget.ts";
import { sameValue, valueKey } from "../merge/sequence/conflict.ts";
import { diffSequences } from "../merge/sequence/diff-sequences.ts";
import type { Field, FieldType } from "../model/content-type.ts";
import type { Entry, FieldValue, Row, RowFieldValue, SingleValue } from "../model/entry.ts";
import { isList, isRows, rowsOf } from "../model/walk-values.ts";
import { compareText, type TextChange } from "./compare-text.ts";
import type { EntryVersion } from "./read-version.ts";

export type ChangeKind = "added" | "removed" | "changed";

/** Difference of one field. */
export interface FieldChange {
  /** Internal id. */
  readonly field: string;
  readonly apiId: string;
  readonly label: string;
  readonly type: FieldType;
  readonly kind: ChangeKind;
  /** Values as in the model; undefined if there is no value. */
  readonly before: FieldValue | undefined;
  readonly after: FieldValue | undefined;
  /** For texts on both sides: the word-level changes. */
  readonly text?: readonly TextChange[];
  /** For a field with multiple values: each value, in the order of the newer version. */
  readonly items?: readonly ItemChange[];
  /** For a repeat: the rows that differ, those of the newer version first. */
  readonly rows?: readonly RowChange[];
}

/** A value of a list; a moved value appears as added and removed. */
export interface ItemChange {
  readonly kind: "same" | "added" | "removed";
  readonly value: SingleValue;
}

export interface RowChange {
  /** Id of the row. */
  readonly id: string;
  readonly kind: ChangeKind;
  /** Whether its position changed among the rows on both sides; without `fields`, that is the only difference. */
  readonly moved: boolean;
  readonly fields: readonly FieldChange[];
}

/** A difference outside fields. */
export interface SystemChange {
  readonly key: "slug" | "createdAt" | "publishAt" | "unpublishAt" | "sortOrder" | "schema";
  readonly before: string | number | undefined;
  readonly after: string | number | undefined;
}

export interface VersionChanges {
  readonly system: readonly SystemChange[];
  /** In the order of the newer schema; fields that it lacks come last. */
  readonly fields: readonly FieldChange[];
}

const SYSTEM = ["slug", "createdAt", "publishAt", "unpublishAt", "sortOrder", "schema"] as const;

// About 80 ms, whatever the versions contain.
const COMPARE_STEPS = 5_000_000;

/**
 * Returns the differences between two versions of an entry, each read with its own schema version.
 *
 * @param steps - step budget; texts and lists that exceed it are compared more coarsely, in larger parts
 */
export function compareVersions(
  before: Pick<EntryVersion, "entry" | "schema">,
  after: Pick<EntryVersion, "entry" | "schema">,
  steps: number = COMPARE_STEPS,
): VersionChanges {
  return {
    system: systemChanges(before.entry, after.entry),
    fields: fieldChanges(
      fieldPairs(before.schema.fields, after.schema.fields),
      { before: before.entry.values, after: after.entry.values },
      createStepBudget(steps),
    ),
  };
}

function systemChanges(before: Entry, after: Entry): SystemChange[] {
  return SYSTEM.map((key) => ({ key, before: before[key], after: after[key] })).filter(
    (change) => change.before !== change.after,
  );
}

interface FieldPair {
  readonly field: Field;
  readonly inner: readonly FieldPair[];
}

/** The fields of both sides; the newer one if both have it. */
function fieldPairs(before: readonly Field[], after: readonly Field[]): FieldPair[] {
  const old = new Map(before.map((field) => [field.id, field]));
  const names = new Set(after.map(({ id }) => id));
  return [...after, ...before.filter(({ id }) => !names.has(id))].map((field) => ({
    field,
    inner: fieldPairs(rowFields(old.get(field.id)), rowFields(field)),
  }));
}

function rowFields(field: Field | undefined): readonly Field[] {
  return field?.type === "repeat" ? field.fields : [];
}

/** Something that exists in both versions. */
interface Both<T> {
  readonly before: T;
  readonly after: T;
}

function fieldChanges(
  fields: readonly FieldPair[],
  { before, after }: Both<ReadonlyMap<string, FieldValue>>,
  budget: StepBudget,
): FieldChange[] {
  return fields.flatMap((pair) => {
    const values = { before: before.get(pair.field.id), after: after.get(pair.field.id) };
    return sameValue(values.before, values.after) ? [] : [fieldChange(pair, values, budget)];
  });
}

function fieldChange(
  { field, inner }: FieldPair,
  { before, after }: Both<FieldValue | undefined>,
  budget: StepBudget,
): FieldChange {
  const { id, apiId, label, type } = field;
  const isText = typeof before === "string" && typeof after === "string";
  const isProse = type === "text" || type === "textarea" || type === "richtext";
  return {
    field: id,
    apiId,
    label,
    type,
    kind: changeKind(before, after),
    before,
    after,
    ...(isText && isProse ? { text: compareText(before, after, budget) } : {}),
    ...(field.multiple ? { items: itemChanges(itemsOf(before), itemsOf(after), budget) } : {}),
    ...(type === "repeat"
      ? { rows: rowChanges(inner, { before: rowsOf(before), after: rowsOf(after) }, budget) }
      : {}),
  };
}

function changeKind(before: unknown, after: unknown): ChangeKind {
  if (before === undefined) return "added";
  return after === undefined ? "removed" : "changed";
}

function itemsOf(value: FieldValue | undefined): readonly SingleValue[] {
  return value !== undefined && isList(value) && !isRows(value) ? value : [];
}

function itemChanges(
  before: readonly SingleValue[],
  after: readonly SingleValue[],
  budget: StepBudget,
): ItemChange[] {
  const changes: ItemChange[] = [];
  const add = (kind: ItemChange["kind"], values: readonly SingleValue[]): void => {
    for (const value of values) changes.push({ kind, value });
  };
  let at = 0;
  for (const hunk of diffSequences(before.map(valueKey), after.map(valueKey), budget)) {
    add("same", before.slice(at, hunk.start));
    add("removed", before.slice(hunk.start, hunk.end));
    add("added", after.slice(hunk.from, hunk.to));
    at = hunk.end;
  }
  add("same", before.slice(at));
  return changes;
}

function rowChanges(
  fields: readonly FieldPair[],
  { before, after }: Both<readonly Row[]>,
  budget: StepBudget,
): RowChange[] {
  const old = new Map(before.map((row) => [row.id, row]));
  const moved = movedRows(before, after, budget);
  const now = after.flatMap(({ id, values }): RowChange[] => {
    const previous = old.get(id);
    const changes = fieldChanges(
      fields,
      { before: previous?.values ?? NO_VALUES, after: values },
      budget,
    );
    const isSame = previous !== undefined && changes.length === 0 && !moved.has(id);
    const kind = previous === undefined ? "added" : "changed";
    return isSame ? [] : [{ id, kind, moved: moved.has(id), fields: changes }];
  });
  const remaining = new Set(after.map(({ id }) => id));
  const removed = before
    .filter(({ id }) => !remaining.has(id))
    .map(({ id, values }): RowChange => {
      const changes = fieldChanges(fields, { before: values, after: NO_VALUES }, budget);
      return { id, kind: "removed", moved: false, fields: changes };
    });
  return [...now, ...removed];
}

const NO_VALUES: ReadonlyMap<string, RowFieldValue> = new Map();

/** Returns the smallest set of rows whose moves explain the new order of the rows on both sides. */
function movedRows(
  before: readonly Row[],
  after: readonly Row[],
  budget: StepBudget,
): ReadonlySet<string> {
  const both = [before, after].map((rows) => new Set(rows.map(({ id }) => id)));
  const [a = [], b = []] = [before, after].map((rows) =>
    rows.map(({ id }) => id).filter((id) => both.every((ids) => ids.has(id))),
  );
  return new Set(diffSequences(a, b, budget).flatMap(({ from, to }) => b.slice(from, to)));
}

import type { ContentType, Field } from "../../model/content-type.ts";
import type { Entry, Row } from "../../model/entry.ts";
import { rowsOf } from "../../model/walk-values.ts";
import type { Merged } from "../sequence/conflict.ts";

/** The side whose value was chosen. */
export type Side = "ours" | "theirs";

/** Returns the decision for the conflict at a path, or undefined if there is none. */
export type Decide = (path: string) => Side | undefined;

interface Decided {
  readonly schema: ContentType;
  readonly sides: Readonly<Record<Side, Entry>>;
  readonly decide: Decide;
}

/** Applies the chosen values to a merged entry. Undecided conflicts remain. */
export function decideConflicts(
  { merged, conflicts }: Merged<Entry>,
  { schema, sides, decide }: Decided,
): Merged<Entry> {
  // A field comes before its parts.
  const paths = conflicts.map(({ path }) => path).toSorted((a, b) => a.length - b.length);
  let entry = merged;
  for (const path of paths) {
    const side = decide(path);
    if (side !== undefined) entry = takeField(entry, { from: sides[side], path, schema });
  }
  return {
    merged: entry,
    conflicts: conflicts.filter(({ path }) => decide(path) === undefined),
  };
}

/** Matches a field, a row in it, and a field in that row, by API ID. */
const PATH = /^([^[\].]+)(?:\[([^\]]+)\](?:\.(.+))?)?$/;

interface TakeOptions {
  readonly from: Entry;
  readonly path: string;
  readonly schema: ContentType;
}

function takeField(entry: Entry, { from, path, schema }: TakeOptions): Entry {
  const [, name = path, rowId, member] = PATH.exec(path) ?? [];
  const field = schema.fields.find(({ apiId }) => apiId === name);
  if (field === undefined && isHead(path)) return takeHead(entry, from, path);
  const id = field?.id ?? name;
  const [mine, other] = [entry.values.get(id), from.values.get(id)];
  const values = new Map(entry.values);
  const next =
    rowId === undefined
      ? other
      : takeRow(rowsOf(mine), {
          row: rowIn(rowsOf(other), rowId),
          rowId,
          inner: innerId(field, member),
        });
  if (next === undefined) values.delete(id);
  else values.set(id, next);
  return { ...entry, values };
}

const HEAD = ["slug", "publishAt", "unpublishAt", "sortOrder"] as const;

function isHead(path: string): path is (typeof HEAD)[number] {
  return HEAD.some((key) => key === path);
}

function takeHead(entry: Entry, from: Entry, key: (typeof HEAD)[number]): Entry {
  const { [key]: _, ...others } = entry;
  return { ...others, slug: entry.slug, ...(from[key] !== undefined && { [key]: from[key] }) };
}

function rowIn(rows: readonly Row[], rowId: string): Row | undefined {
  return rows.find(({ id }) => id === rowId);
}

function innerId(field: Field | undefined, member: string | undefined): string | undefined {
  const inner = field?.type === "repeat" ? field.fields : [];
  return inner.find(({ apiId }) => apiId === member)?.id ?? member;
}

interface TakeRowOptions {
  readonly rowId: string;
  /** Row of the chosen side. */
  readonly row: Row | undefined;
  /** Internal id of a field in the row; absent for the whole row. */
  readonly inner: string | undefined;
}

/** Applies the chosen row. A removed row stays removed; otherwise, the row keeps its position in the merged rows. */
function takeRow(
  rows: readonly Row[],
  { rowId, row, inner }: TakeRowOptions,
): readonly Row[] | undefined {
  const next = rows.flatMap((mine): readonly Row[] => {
    if (mine.id !== rowId) return [mine];
    if (inner === undefined) return row === undefined ? [] : [row];
    const values = new Map(mine.values);
    const value = row?.values.get(inner);
    if (value === undefined) values.delete(inner);
    else values.set(inner, value);
    return [{ ...mine, values }];
  });
  return next.length === 0 ? undefined : next;
}

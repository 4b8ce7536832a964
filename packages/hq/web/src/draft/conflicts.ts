import type { FieldValues } from "./entry-draft.ts";

/** A path that two people changed in different ways. A missing value is null. */
export interface Conflict {
  /** API ID of a field, `faq[r4k1]` for a row, `faq[r4k1].answer` for a field of a row. */
  readonly path: string;
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** A save that was refused because of conflicts. */
export interface RefusedSave {
  /** The latest saved version. */
  readonly current: string;
  readonly conflicts: readonly Conflict[];
  /** HQ's merge result for everything without conflicts. */
  readonly merged: FieldValues;
}

/** Parses the problem details of a refused save; undefined for other problems. */
export function readRefusedSave(
  problem: Readonly<Record<string, unknown>>,
): RefusedSave | undefined {
  const { current, conflicts, merged } = problem;
  if (typeof current !== "string" || !Array.isArray(conflicts) || !isValues(merged))
    return undefined;
  const list = conflicts.filter(isConflict);
  return list.length === 0 ? undefined : { current, conflicts: list, merged };
}

function isConflict(value: unknown): value is Conflict {
  return isValues(value) && typeof value["path"] === "string" && value["path"] !== "";
}

function isValues(value: unknown): value is FieldValues {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const PATH = /^(?<name>\w+)(?:\[(?<row>[^\]]*)\](?:\.(?<inner>\w+))?)?$/;

export interface ConflictPlace {
  readonly name: string;
  readonly row: string | undefined;
  readonly inner: string | undefined;
}

/** Parses the path of a conflict. */
export function parseConflictPath(path: string): ConflictPlace {
  const { name = path, row, inner } = PATH.exec(path)?.groups ?? {};
  return { name, row, inner };
}

/** Applies the conflict decisions, by path, to the merge result. */
export function resolve(
  { conflicts, merged }: Pick<RefusedSave, "conflicts" | "merged">,
  decided: ReadonlyMap<string, unknown>,
): FieldValues {
  return conflicts.reduce(
    (values, { path }) => putAt(values, parseConflictPath(path), decided.get(path)),
    merged,
  );
}

function putAt(
  values: FieldValues,
  { name, row, inner }: ConflictPlace,
  value: unknown,
): FieldValues {
  if (row === undefined) return { ...values, [name]: value };
  const rows = Array.isArray(values[name]) ? values[name].filter(isValues) : [];
  if (inner === undefined) return { ...values, [name]: putRow(rows, row, value) };
  const next = rows.map((one) =>
    one["id"] === row ? Object.assign({}, one, { [inner]: value }) : one,
  );
  return { ...values, [name]: next };
}

/** Sets or removes a row that one side deleted and the other changed. */
function putRow(rows: readonly FieldValues[], id: string, value: unknown): readonly unknown[] {
  if (!isValues(value)) return rows.filter((row) => row["id"] !== id);
  if (!rows.some((row) => row["id"] === id)) return [...rows, value];
  return rows.map((row) => (row["id"] === id ? value : row));
}

import type { FieldValues } from "./entry-draft.ts";

/** What two people changed at once, and differently. Values are null where there is none. */
export interface Conflict {
  /** A field by its API id, `faq[r4k1]` a row, `faq[r4k1].answer` a field in it. */
  readonly path: string;
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** A save that was refused because somebody else changed the same. */
export interface RefusedSave {
  /** The version that stands. */
  readonly current: string;
  readonly conflicts: readonly Conflict[];
  /** What HQ could put together of everything else. */
  readonly merged: FieldValues;
}

/** What HQ says of such a save; undefined of anything else. */
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

/** The parts of the path of a conflict. */
export function placeOf(path: string): ConflictPlace {
  const { name = path, row, inner } = PATH.exec(path)?.groups ?? {};
  return { name, row, inner };
}

/** What was put together, with what was decided in the places of the conflicts, by their paths. */
export function resolve(
  { conflicts, merged }: Pick<RefusedSave, "conflicts" | "merged">,
  decided: ReadonlyMap<string, unknown>,
): FieldValues {
  return conflicts.reduce(
    (values, { path }) => putAt(values, placeOf(path), decided.get(path)),
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

/** A row that one has taken away and the other has changed. */
function putRow(rows: readonly FieldValues[], id: string, value: unknown): readonly unknown[] {
  if (!isValues(value)) return rows.filter((row) => row["id"] !== id);
  if (!rows.some((row) => row["id"] === id)) return [...rows, value];
  return rows.map((row) => (row["id"] === id ? value : row));
}

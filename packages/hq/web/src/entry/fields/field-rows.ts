import type { Field } from "../../api/content/schema.ts";

/** Fields that share a line if there is room: two short ones, or an image with short ones next to it. */
export interface FieldRow {
  readonly kind: "one" | "pair" | "picture";
  /** In schema order. */
  readonly fields: readonly Field[];
}

/** Field types that fit into half the form's width. */
const SHORT: ReadonlySet<string> = new Set(["date", "select", "number", "boolean"]);

interface RowsOptions {
  /** Whether the fields belong to a repeat's row, where text fields are short as well. @default false */
  readonly isInRow?: boolean;
}

/** Arranges fields into lines: short fields side by side, all others on their own. */
export function rowsOf(
  fields: readonly Field[],
  { isInRow = false }: RowsOptions = {},
): readonly FieldRow[] {
  const rows: FieldRow[] = [];
  let run: readonly Field[] = [];
  const end = (): void => {
    rows.push(...linesOf(run));
    run = [];
  };
  for (const field of fields) {
    if (isImage(field) && run.some(isImage)) end();
    if (isImage(field) || isShort(field) || (isInRow && field.type === "text")) {
      run = [...run, field];
    } else {
      end();
      rows.push({ kind: "one", fields: [field] });
    }
  }
  end();
  return rows;
}

/** Arranges consecutive short fields into lines. */
function linesOf(run: readonly Field[]): readonly FieldRow[] {
  if (run.length > 1 && run.some(isImage)) return [{ kind: "picture", fields: run }];
  return run.flatMap((field, place): readonly FieldRow[] => {
    if (place % 2 === 1) return [];
    const other = run[place + 1];
    return other === undefined
      ? [{ kind: "one", fields: [field] }]
      : [{ kind: "pair", fields: [field, other] }];
  });
}

function isShort({ type, multiple }: Field): boolean {
  if (type === "reference") return !multiple;
  // Multiple values of these types are short each.
  return SHORT.has(type) || (type === "text" && multiple);
}

export function isImage({ type, accept, multiple }: Field): boolean {
  return type === "media" && accept === "image" && !multiple;
}

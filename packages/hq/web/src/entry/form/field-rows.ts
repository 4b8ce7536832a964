import type { Field } from "../../api/content/schema.ts";

/** Fields that share a line where there is room: two short ones, or a picture and the short ones around it. */
export interface FieldRow {
  readonly kind: "one" | "pair" | "picture";
  /** In the order of the schema. */
  readonly fields: readonly Field[];
}

/** What fits into half of a form. */
const SHORT: ReadonlySet<string> = new Set(["date", "select", "number", "boolean"]);

interface RowsOptions {
  /** Whether they are those of a row, whose lines of text say little each. @default false */
  readonly isInRow?: boolean;
}

/** The lines of a form: short fields side by side, everything else alone. */
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
    if (isPicture(field) && run.some(isPicture)) end();
    if (isPicture(field) || isShort(field) || (isInRow && field.type === "text")) {
      run = [...run, field];
    } else {
      end();
      rows.push({ kind: "one", fields: [field] });
    }
  }
  end();
  return rows;
}

/** The lines of fields that follow each other and are all short. */
function linesOf(run: readonly Field[]): readonly FieldRow[] {
  if (run.length > 1 && run.some(isPicture)) return [{ kind: "picture", fields: run }];
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
  // Of several values of these, each is a word or two.
  return SHORT.has(type) || (type === "text" && multiple);
}

export function isPicture({ type, accept, multiple }: Field): boolean {
  return type === "media" && accept === "image" && !multiple;
}

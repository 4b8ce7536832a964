import type { Field } from "../../api/content/schema.ts";
import type { FieldValues } from "../../draft/entry-draft.ts";

/** API IDs of title fields, wherever they are in the schema. */
const NAMES = ["title", "name", "headline"];

/** Returns the title while editing, as HQ determines it: the title, name, or headline field, or the first text. */
export function titleIn(fields: readonly Field[], values: FieldValues): string | undefined {
  const { named, first } = titleFields(fields);
  return [...named, ...first].map(({ apiId }) => values[apiId]).find(isWritten);
}

/** Returns the field that provides the title. */
export function titleField(fields: readonly Field[]): Field | undefined {
  const { named, first } = titleFields(fields);
  return [...named, ...first][0];
}

function titleFields(fields: readonly Field[]): {
  readonly named: readonly Field[];
  readonly first: readonly Field[];
} {
  const single = fields.filter(({ multiple }) => !multiple);
  const texts = ["text", "textarea"].flatMap((kind) => single.filter(({ type }) => type === kind));
  const named = NAMES.flatMap(
    (name) => texts.find(({ apiId }) => apiId.toLowerCase() === name) ?? [],
  );
  return { named, first: texts.slice(0, 1) };
}

function isWritten(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

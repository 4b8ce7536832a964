import type { Field } from "../../api/content/schema.ts";
import type { FieldValues } from "../../draft/entry-draft.ts";

/** Fields that say what an entry is called, wherever they stand. */
const NAMES = ["title", "name", "headline"];

/** What an entry is called while it is typed: its title, name or headline, else its first text, as HQ will call it. */
export function titleIn(fields: readonly Field[], values: FieldValues): string | undefined {
  const { named, first } = titleFields(fields);
  return [...named, ...first].map(({ apiId }) => values[apiId]).find(isWritten);
}

/** The field that an entry is called by. */
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

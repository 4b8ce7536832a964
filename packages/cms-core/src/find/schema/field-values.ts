import type { SchemaVersion } from "../../model/content-type.ts";
import type { EntryValues } from "../../model/entry.ts";

/**
 * The values of a version by internal ids, as JSON. Of rich text only that there is some: it may be longer than all
 * else, and is searched by its words. Undefined where there is none.
 */
export function printFields(values: EntryValues, { fields }: SchemaVersion): string | undefined {
  if (values.size === 0) return undefined;
  const rich = fields.filter(({ type }) => type === "richtext").map(({ id }) => id);
  const kept = rich.some((id) => values.has(id))
    ? new Map([...values].map(([id, value]) => [id, rich.includes(id) ? value !== "" : value]))
    : values;
  return JSON.stringify(kept, (_, value: unknown) =>
    value instanceof Map ? Object.fromEntries(value) : value,
  );
}

/** One value of a version, by the field's id. @param text what `printFields` made */
export function readField(text: unknown, fieldId: string): unknown {
  // Most versions that lack a value are told without reading the others.
  if (typeof text !== "string" || !text.includes(JSON.stringify(fieldId))) return undefined;
  const values: unknown = JSON.parse(text);
  const isOwn = typeof values === "object" && values !== null && Object.hasOwn(values, fieldId);
  return isOwn ? Reflect.get(values, fieldId) : undefined;
}

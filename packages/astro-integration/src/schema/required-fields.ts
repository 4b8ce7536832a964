import type { PublishedType } from "../source/site-index.ts";

/** API ids of required fields that `data` has no value for. */
export function missingFields(
  type: PublishedType,
  data: Readonly<Record<string, unknown>>,
): string[] {
  return type.fields
    .filter((field) => field.required && data[field.apiId] === undefined)
    .map((field) => field.apiId);
}

import type { PublishedRowField, PublishedType } from "../source/site-index.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * Finds values that don't match the types, because the entry was published before its type changed: a required field
 * without a value, or a removed option.
 */
export function outdatedValues({ fields }: Pick<PublishedType, "fields">, data: Values): string[] {
  const missing = fields
    .filter(({ required, apiId }) => required && data[apiId] === undefined)
    .map(({ apiId }) => `no ${apiId}`);
  const rows = fields.flatMap(({ apiId, type, fields: inner = [] }) =>
    type === "repeat" ? rowsOf(data[apiId]).flatMap((row) => unknownOptions(inner, row)) : [],
  );
  return [...missing, ...unknownOptions(fields, data), ...rows];
}

function unknownOptions(fields: readonly PublishedRowField[], data: Values): string[] {
  return fields.flatMap(({ apiId, type, options = [] }) => {
    const value = data[apiId];
    if (type !== "select" || options.length === 0 || value === undefined) return [];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values
      .filter((one) => typeof one === "string" && !options.includes(one))
      .map((one) => `${apiId} "${String(one)}"`);
  });
}

function rowsOf(value: unknown): readonly Values[] {
  return Array.isArray(value) ? value.filter(isValues) : [];
}

function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null;
}

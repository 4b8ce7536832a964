import type { ContentType, Field, RowField, SchemaVersion } from "../../model/content-type.ts";
import { LIMITS } from "../../model/limits.ts";

type Json = Readonly<Record<string, unknown>>;

/**
 * A content type as JSON Schema 2020-12: of the `fields` of an entry in `content/<api_id>.jsonl`. What JSON
 * Schema has no word for stands under the annotation `x-loam`, which every validator passes over. `required`
 * is what a publish asks for; a draft may lack it.
 */
export function typeJsonSchema(type: ContentType | SchemaVersion, siteId: string): Json {
  const version = "version" in type ? type.version : undefined;
  const { apiId, kind, label, description, body } = type;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `urn:loam:${siteId}:${apiId}:${version ?? "working"}`,
    title: label,
    ...(description === undefined ? {} : { description }),
    ...objectOf(type.fields, {}),
    "x-loam": {
      apiId,
      kind,
      ...(version === undefined ? {} : { version }),
      ...(body === undefined ? {} : { body }),
    },
  };
}

function objectOf(fields: readonly Field[], more: Readonly<Record<string, Json>>): Json {
  const required = fields.filter((field) => field.required).map(({ apiId }) => apiId);
  return {
    type: "object",
    properties: {
      ...more,
      ...Object.fromEntries(fields.map((field) => [field.apiId, fieldSchema(field)])),
    },
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function fieldSchema(field: Field): Json {
  const { id, type, label, help } = field;
  return {
    title: label,
    ...(help === undefined ? {} : { description: help }),
    ...valueSchema(field),
    "x-loam": { id, type, ...annotations(field) },
  };
}

function valueSchema(field: Field): Json {
  if (field.type === "repeat") {
    const items = objectOf(field.fields, { id: { type: "string" } });
    return { type: "array", maxItems: LIMITS.repeatRows, items };
  }
  const single = singleSchema(field);
  return field.multiple
    ? { type: "array", maxItems: LIMITS.multipleValues, items: single }
    : single;
}

function singleSchema(field: RowField): Json {
  switch (field.type) {
    case "text":
      return { type: "string", maxLength: LIMITS.textCharacters };
    case "textarea":
      return { type: "string", maxLength: LIMITS.textareaCharacters };
    case "richtext":
      return {
        type: "string",
        maxLength: LIMITS.richtextCharacters,
        contentMediaType: "text/markdown",
      };
    case "embed":
      return { type: "string", format: "uri", maxLength: LIMITS.embedUrlCharacters };
    case "date":
      return { type: "string", format: "date" };
    case "number":
    case "boolean":
      return { type: field.type };
    case "select":
      return {
        oneOf: field.options.map(({ value, label }) => ({ const: value, title: label })),
      };
    case "media":
      return target("^m[a-z2-7]{19}$", { alt: { type: "string" } });
    case "reference":
      return target("^e[a-z2-7]{19}$", {});
  }
}

function target(pattern: string, more: Readonly<Record<string, Json>>): Json {
  const properties = { id: { type: "string", pattern }, ...more };
  return { type: "object", properties, required: ["id"], additionalProperties: false };
}

function annotations(field: Field): Json {
  if (field.type === "reference") return { to: field.to };
  return field.type === "media" ? { accept: field.accept } : {};
}

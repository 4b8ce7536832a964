import type { ContentType, Field } from "@loam/cms-core/browser";
import type { SchemaBody } from "../../api/content/working-schema.ts";
import type { DraftField, SchemaDraft } from "./schema-draft.ts";

/** Converts form values to a schema for comparing and merging. Unsaved fields have their keys as ids. */
export function typeOf(draft: SchemaDraft, apiId: string): ContentType {
  const { kind, label, description, body, fields } = draft;
  return {
    apiId,
    kind,
    label,
    ...(description !== "" && { description }),
    ...(body !== undefined && { body }),
    fields: fields.map(fieldOf),
  };
}

function fieldOf(field: DraftField): Field {
  if (field.type !== "repeat") return rowFieldOf(field);
  return { ...headOf(field), type: field.type, fields: field.fields.map(rowFieldOf) };
}

type RowField = Exclude<Field, { readonly type: "repeat" }>;

function rowFieldOf(field: DraftField): RowField {
  const head = headOf(field);
  const { type } = field;
  switch (type) {
    case "text":
    case "textarea":
    case "richtext":
      return { ...head, type, ...textLimit(field) };
    case "number":
      return { ...head, type, ...numberLimits(field) };
    case "select":
      return {
        ...head,
        type,
        options: field.options.map(({ value, label }) => ({ value, label })),
      };
    case "media":
      return { ...head, type, ...mediaRules(field) };
    case "reference":
      return { ...head, type, to: [...field.to] };
    case "boolean":
    case "date":
    case "embed":
      return { ...head, type };
    case "repeat":
      // The form doesn't offer this, and HQ would refuse it.
      return { ...head, type: "text" };
  }
}

function textLimit({ maxLength }: DraftField): { readonly maxLength?: number } {
  return maxLength === undefined ? {} : { maxLength };
}

interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  readonly integer?: true;
}

function numberLimits({ min, max, integer }: DraftField): NumberLimits {
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(integer && { integer }),
  };
}

interface MediaRules {
  readonly accept: "image" | "file";
  readonly requireAlt?: true;
}

/** Only images can require alt text. */
function mediaRules({ accept, requireAlt }: DraftField): MediaRules {
  return { accept, ...(accept === "image" && requireAlt && { requireAlt: true }) };
}

function headOf(field: DraftField): Omit<RowField, "type"> {
  const { key, id = key, apiId, label, help, group, required, multiple, type } = field;
  return {
    id,
    apiId,
    label,
    ...(help !== "" && { help }),
    ...(group !== "" && { group }),
    required,
    multiple: multiple && type !== "repeat",
  };
}

/** Converts form values to the request body. HQ assigns ids to new fields. */
export function bodyOf(draft: SchemaDraft): SchemaBody {
  const { label, description, body, fields } = draft;
  return {
    label,
    ...(description !== "" && { description }),
    ...(body !== undefined && { body }),
    fields: fields.map((field) => sentField(field)),
  };
}

type SentField = SchemaBody["fields"][number];
type SentRowField = Exclude<SentField, { type: "repeat" }>;

function sentField(field: DraftField): SentField {
  if (field.type !== "repeat") return sentRowField(field);
  const { id: _, apiId: __, ...head } = headOf(field);
  return { ...head, ...idOf(field), type: "repeat", fields: field.fields.map(sentRowField) };
}

function sentRowField(field: DraftField): SentRowField {
  const { id: _, apiId: __, ...rest } = rowFieldOf(field);
  const sent = { ...rest, ...idOf(field) };
  if (sent.type === "select") return { ...sent, options: [...sent.options] };
  if (sent.type === "reference") return { ...sent, to: [...sent.to] };
  return sent;
}

function idOf({ id, apiId }: DraftField): { readonly id?: string; readonly apiId?: string } {
  // HQ derives a missing API ID, for example in the sample of an incomplete schema.
  return { ...(id !== undefined && { id }), ...(apiId !== "" && { apiId }) };
}

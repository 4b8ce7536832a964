import type {
  MediaField,
  NumberField,
  PlainField,
  ReferenceField,
  SelectField,
  TextField,
} from "@loam/cms-core";
import { z } from "zod";
import { typeKind } from "./type-answer.ts";

interface FieldHead {
  /** Internal id. If omitted, it is found by the API id or generated from it. */
  readonly id?: string;
  /** Generated from the label for a new field. */
  readonly apiId?: string;
  readonly label: string;
  readonly help?: string;
  readonly group?: string;
  readonly required: boolean;
  readonly multiple: boolean;
}

/** A field of a repeat's row in requests. HQ generates omitted ids. */
export type RowFieldBody = FieldHead &
  (
    | Pick<PlainField, "type">
    | Pick<TextField, "type" | "maxLength">
    | (Pick<NumberField, "type" | "min" | "max"> & { readonly integer: boolean })
    | Pick<SelectField, "type" | "options">
    | (Pick<MediaField, "type" | "accept"> & { readonly requireAlt: boolean })
    | Pick<ReferenceField, "type" | "to">
  );

/** A field in requests. */
export type FieldBody =
  | RowFieldBody
  | (FieldHead & { readonly type: "repeat"; readonly fields: readonly RowFieldBody[] });

/** The schema of a content type in requests. */
export interface SchemaBody {
  /** Must match the path, if given. */
  readonly apiId?: string;
  readonly kind?: "list" | "object";
  readonly label: string;
  readonly description?: string;
  /** Internal id of the field that is the Markdown body of the file. */
  readonly body?: string;
  readonly fields: readonly FieldBody[];
}

/** A new content type in requests. */
export interface NewTypeBody extends Omit<SchemaBody, "fields"> {
  readonly kind: "list" | "object";
  readonly fields: readonly FieldBody[];
}

const head = {
  id: z
    .string()
    .min(1)
    .exactOptional()
    .meta({ description: "Internal ID, never changed. Default: derived from the API ID." }),
  apiId: z
    .string()
    .min(1)
    .exactOptional()
    .meta({ description: "Key in published JSON. Default: derived from the label." }),
  label: z.string(),
  help: z.string().exactOptional(),
  group: z.string().exactOptional().meta({
    description: "Heading under which the entry editor shows it; not for fields in a row.",
  }),
  required: z.boolean().default(false),
  multiple: z.boolean().default(false),
};

const rowField = z
  .discriminatedUnion("type", [
    z.strictObject({ ...head, type: z.enum(["boolean", "date", "embed"]) }),
    z.strictObject({
      ...head,
      type: z.enum(["text", "textarea", "richtext"]),
      maxLength: z.int().exactOptional().meta({
        description: "Maximum length allowed when publishing, up to the limit of the type.",
      }),
    }),
    z.strictObject({
      ...head,
      type: z.literal("number"),
      min: z
        .number()
        .exactOptional()
        .meta({ description: "Minimum value allowed when publishing." }),
      max: z
        .number()
        .exactOptional()
        .meta({ description: "Maximum value allowed when publishing." }),
      integer: z
        .boolean()
        .default(false)
        .meta({ description: "Whether only whole numbers are allowed." }),
    }),
    z.strictObject({
      ...head,
      type: z.literal("select"),
      options: z.array(z.strictObject({ value: z.string(), label: z.string() })),
    }),
    z.strictObject({
      ...head,
      type: z.literal("media"),
      accept: z.enum(["image", "file"]).default("file"),
      requireAlt: z.boolean().default(false),
    }),
    z.strictObject({ ...head, type: z.literal("reference"), to: z.array(z.string()) }),
  ])
  .meta({ id: "RowFieldInput" });

const repeat = z.strictObject({ ...head, type: z.literal("repeat"), fields: z.array(rowField) });

const fields = z.array(z.discriminatedUnion("type", [rowField, repeat]).meta({ id: "FieldInput" }));

const schemaParts = {
  apiId: z.string().min(1).exactOptional(),
  label: z.string(),
  description: z.string().exactOptional(),
  body: z
    .string()
    .exactOptional()
    .meta({ description: "Internal ID of the field stored as the Markdown body of the file." }),
};

/** Validates the schema of a type in requests. */
export const schemaBody: z.ZodType<SchemaBody> = z
  .strictObject({
    ...schemaParts,
    kind: typeKind.exactOptional(),
    fields,
  })
  .meta({ id: "SchemaInput" });

/** Validates a new type in requests. */
export const newTypeBody: z.ZodType<NewTypeBody> = z
  .strictObject({
    ...schemaParts,
    kind: typeKind,
    fields: fields.default([]),
  })
  .meta({ id: "NewContentType" });

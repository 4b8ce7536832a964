import * as z from "astro/zod";
import type { PublishedField, PublishedRowField, PublishedType } from "../source/site-index.ts";

const variant = z.object({ width: z.number(), format: z.string(), url: z.string() });

const media = z.object({
  id: z.string(),
  url: z.string(),
  object_key: z.string().default(""),
  filename: z.string().default(""),
  mime_type: z.string().default(""),
  byte_size: z.number().default(0),
  width: z.number().optional(),
  height: z.number().optional(),
  alt: z.string().default(""),
  variants: z.array(variant).default([]),
  thumbHash: z.string().optional(),
  dominantColor: z.string().optional(),
  focalPoint: z.object({ x: z.number(), y: z.number() }).optional(),
});

const reference = z.object({ collection: z.string().optional(), id: z.string() });

const systemKeys = {
  id: z.string(),
  slug: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  publishedAt: z.string(),
  sortOrder: z.number(),
};

/** Schemas of single values. Select contains the option's label, which can be renamed at any time. */
const SINGLE = {
  text: z.string(),
  textarea: z.string(),
  richtext: z.string(),
  number: z.number(),
  boolean: z.boolean(),
  date: z.string(),
  select: z.string(),
  media,
  reference,
  embed: z.string(),
} as const;

/**
 * Returns the schema of an entry's `data`. Values are optional even in required fields: an entry keeps the schema
 * version with which it was published, and a field that became required later must not break the site (specification,
 * schema change rule 4). The loader reports such entries instead.
 */
export function zodSchema(type: PublishedType): z.ZodObject {
  const fields = type.fields.map((field) => [field.apiId, fieldSchema(field)] as const);
  return z.object({
    ...systemKeys,
    ...Object.fromEntries(fields),
    [positionKey(type)]: z.number().optional(),
  });
}

/** Returns the key for the published order: `position`, unless a field has that name. */
export function positionKey(type: PublishedType): "position" | "$position" {
  return type.fields.some((field) => field.apiId === "position") ? "$position" : "position";
}

function fieldSchema(field: PublishedField): z.ZodType {
  if (field.type !== "repeat") return valueSchema(field);
  const rows = (field.fields ?? []).map((row) => [row.apiId, valueSchema(row)] as const);
  const row = field.fields === undefined ? z.looseObject({}) : z.object(Object.fromEntries(rows));
  return z.array(row).default([]);
}

function valueSchema(field: PublishedRowField): z.ZodType {
  const single = field.type === "repeat" ? z.unknown() : SINGLE[field.type];
  if (field.multiple) return z.array(single).default([]);
  return field.type === "boolean" ? z.boolean().default(false) : single.optional();
}

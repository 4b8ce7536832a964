import { z } from "zod";
import { createdAt, newId } from "./moved-entries.ts";
import type { NewEntry, SentEntry } from "./save-fields.ts";

export const ENTRIES = "/sites/{site}/types/{api_id}/entries";
export const ENTRY: string = `${ENTRIES}/{id}`;

/** Path parameters of a type's entries. */
export interface TypeParams {
  readonly api_id: string;
}

export const typeParams: z.ZodType<TypeParams> = z.object({ api_id: z.string() });

/** Path parameters of an entry. */
export interface EntryParams extends TypeParams {
  readonly id: string;
}

export const entryParams: z.ZodType<EntryParams> = z.object({
  api_id: z.string(),
  id: z.string().meta({ description: "ID of the entry, or its slug." }),
});

const fields = z.record(z.string(), z.unknown()).meta({
  description:
    "Values by API ID; null removes a value. Select: value or label of an option. Content reference: ID of an entry. " +
    "Image and File: ID, or {id, alt, decorative}. Repeat: rows, each with its ID if it has one.",
});

const slug = z.string().exactOptional();

const baseSlug = z.string().exactOptional().meta({
  description: "The slug of the version in If-Match, so that a later rename is not undone.",
});

/** A new entry. */
export const newEntry: z.ZodType<NewEntry> = z
  .strictObject({
    id: newId.exactOptional(),
    createdAt: createdAt.exactOptional(),
    slug: slug.meta({ description: "Default: derived from the title." }),
    fields,
  })
  .meta({ id: "NewEntry" });

/** An entry with all its values. */
export const editedEntry: z.ZodType<SentEntry> = z
  .strictObject({ slug, baseSlug, fields })
  .meta({ id: "EntryReplacement" });

/** Some values of an entry. */
export const changedEntry: z.ZodType<SentEntry> = z
  .strictObject({
    slug,
    baseSlug,
    fields: fields.default({}),
  })
  .meta({ id: "EntryUpdate" });

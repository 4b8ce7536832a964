import type { Entry } from "../../api/content/entry.ts";
import type { Field } from "../../api/content/schema.ts";
import type { FieldValues, SavedVersion } from "../../draft/entry-draft.ts";

/** Key of the slug among the form values. Not a valid API ID, so it can't collide with a field. */
export const SLUG = "slug";

/** Converts a saved entry to the initial values of a form. */
export function savedOf({ version, fields, slug }: Entry): SavedVersion {
  return { version, fields: { ...fields, [SLUG]: slug } };
}

/** Returns the slug as a field, for code that labels fields. */
export function slugField(label: string): Field {
  return { apiId: SLUG, label, type: "text", required: false, multiple: false };
}

export interface SentValues {
  readonly slug?: string;
  /** Slug of the edited version. */
  readonly baseSlug?: string;
  readonly fields: FieldValues;
}

/** Converts changed form values to a save request. */
export function sentOf(
  { [SLUG]: slug, ...fields }: FieldValues,
  entry: Entry | undefined,
): SentValues {
  if (typeof slug !== "string") return { fields };
  return { fields, slug, ...(entry !== undefined && { baseSlug: entry.slug }) };
}

import type { Entry } from "../api/content/entry.ts";
import type { Field } from "../api/content/schema.ts";
import type { FieldValues, SavedVersion } from "../draft/entry-draft.ts";

/** No field has this API id: the slug stands among the values of a form, and is kept and undone as they are. */
export const SLUG = "slug";

/** A saved entry as a form begins with it. */
export function savedOf({ version, fields, slug }: Entry): SavedVersion {
  return { version, fields: { ...fields, [SLUG]: slug } };
}

/** The slug as a field, for what names fields. */
export function slugField(label: string): Field {
  return { apiId: SLUG, label, type: "text", required: false, multiple: false };
}

export interface SentValues {
  readonly slug?: string;
  /** Of the version that was edited. */
  readonly baseSlug?: string;
  readonly fields: FieldValues;
}

/** Changed values of a form as they are sent. */
export function sentOf(
  { [SLUG]: slug, ...fields }: FieldValues,
  entry: Entry | undefined,
): SentValues {
  if (typeof slug !== "string") return { fields };
  return { fields, slug, ...(entry !== undefined && { baseSlug: entry.slug }) };
}

import type { ContentType } from "../model/content-type.ts";
import type { Entry, EntryValues } from "../model/entry.ts";

/** What people call an entry: its first text, else its first text area; undefined without one. */
export function titleIn(values: EntryValues, { fields }: ContentType): string | undefined {
  const single = fields.filter(({ multiple }) => !multiple);
  const field =
    single.find(({ type }) => type === "text") ?? single.find(({ type }) => type === "textarea");
  const title = field === undefined ? undefined : values.get(field.id);
  return typeof title === "string" ? title : undefined;
}

/** How comments behind references name an entry: by its title, else by its slug. */
export function entryTitle({ values, slug }: Entry, type: ContentType): string {
  return titleIn(values, type) ?? slug;
}

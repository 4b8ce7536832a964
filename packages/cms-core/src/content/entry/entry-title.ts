import type { ContentType } from "../../model/content-type.ts";
import type { Entry, EntryValues } from "../../model/entry.ts";

/** Fields that say what an entry is called, wherever they stand. */
const TITLE_FIELDS = ["title", "name", "headline"];

/**
 * What people call an entry: its title, name or headline, else its first text, else its first text area;
 * undefined without one.
 */
export function titleIn(values: EntryValues, { fields }: ContentType): string | undefined {
  const single = fields.filter(({ multiple }) => !multiple);
  const texts = single.filter(({ type }) => type === "text");
  const areas = single.filter(({ type }) => type === "textarea");
  const named = TITLE_FIELDS.map((apiId) =>
    [...texts, ...areas].find((one) => one.apiId.toLowerCase() === apiId),
  );
  for (const field of named) {
    const title = field === undefined ? undefined : values.get(field.id);
    if (typeof title === "string" && title.trim() !== "") return title;
  }
  const [field] = [...texts, ...areas];
  const title = field === undefined ? undefined : values.get(field.id);
  return typeof title === "string" ? title : undefined;
}

/** How comments behind references name an entry: by its title, else by its slug. */
export function entryTitle({ values, slug }: Entry, type: ContentType): string {
  return titleIn(values, type) ?? slug;
}

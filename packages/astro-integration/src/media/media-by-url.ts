import type { CmsMedia } from "../schema/published-shapes.ts";
import type { SiteContent } from "../store/site-content.ts";

const known = new WeakMap<SiteContent, ReadonlyMap<string, CmsMedia>>();

/** Returns every published image or file used in an entry, by URL. */
export function mediaByUrl(content: SiteContent): ReadonlyMap<string, CmsMedia> {
  const found = known.get(content) ?? new Map(mediaOf(content).map((media) => [media.url, media]));
  known.set(content, found);
  return found;
}

function mediaOf({ collections }: SiteContent): readonly CmsMedia[] {
  return [...collections.values()].flatMap(({ type, entries }) => {
    const names = type.fields
      .filter((field) => field.type === "media" || field.type === "repeat")
      .map(({ apiId }) => apiId);
    return [...entries.values()].flatMap(({ data }) =>
      names.flatMap((name) => mediaIn(data[name])),
    );
  });
}

/** Finds media in a value, a list of values, or rows. */
function mediaIn(value: unknown): readonly CmsMedia[] {
  if (Array.isArray(value)) return value.flatMap(mediaIn);
  if (typeof value !== "object" || value === null) return [];
  return isMedia(value) ? [value] : Object.values(value).flatMap(mediaIn);
}

/** One key is enough, because the schema has already validated the value. */
function isMedia(value: object): value is CmsMedia {
  return "variants" in value && "url" in value;
}

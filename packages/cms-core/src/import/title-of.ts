import { LIMITS } from "../model/limits.ts";
import type { LayoutKind } from "./frameworks/framework.ts";
import { labelOf } from "./infer-fields.ts";
import type { Notice } from "./report.ts";
import type { SourceEntry } from "./source-entry.ts";
import { type SourceMap, isEmptyValue } from "./source-value.ts";

const TITLE_KEYS: ReadonlySet<string> = new Set(["title", "name", "headline"]);
const FIRST_HEADING = /^\s*#[ \t]+([^\n]+?)[ \t#]*(?:\n|$)/;

/** Gives entries without a title one: their first heading, or the name of their file. */
export function withTitle(
  entries: readonly SourceEntry[],
  { name, layout }: { readonly name: string; readonly layout: LayoutKind },
): { entries: SourceEntry[]; notices: Notice[] } {
  let made = 0;
  const titled = entries.map((entry) => {
    const { values, place, document } = entry;
    if (place.data || hasTitle(values)) return entry;
    made += 1;
    const heading = layout === "obsidian" ? undefined : FIRST_HEADING.exec(document.body)?.[1];
    const title = heading ?? titleLike(values) ?? nameOf(place.key, layout);
    const rest = [...values].filter(([key]) => key !== "title");
    return { ...entry, values: new Map([["title", shortened(title)], ...rest]) };
  });
  if (made === 0) return { entries: titled, notices: [] };
  const message =
    "Some files have no title; it is their first heading, a key like newsTitle, or their name.";
  return {
    entries: titled,
    notices: [{ kind: "title_from_name", message, field: `${name}.title` }],
  };
}

function hasTitle(values: SourceMap): boolean {
  return [...values].some(([key, value]) => {
    return TITLE_KEYS.has(key.toLowerCase()) && !isEmptyValue(value);
  });
}

/** The value of a key such as `newsTitle`, where the file has only one that ends so. */
function titleLike(values: SourceMap): string | undefined {
  const found = [...values].filter(([key, value]) => {
    return /title$/i.test(key) && typeof value === "string" && value.trim() !== "";
  });
  const [only] = found;
  return found.length === 1 && typeof only?.[1] === "string" ? only[1] : undefined;
}

/** A note's name is its title as it stands; elsewhere `my-first-post` reads "My first post". */
function nameOf(key: string, layout: LayoutKind): string {
  const last = key.slice(key.lastIndexOf("/") + 1);
  return layout === "obsidian" ? last : labelOf(last, last);
}

function shortened(title: string): string {
  return title.length <= LIMITS.textCharacters ? title : title.slice(0, 200);
}

import { slugify } from "../../../base/slugify.ts";
import { isSourceList } from "../source/source-keys.ts";
import { type Page, textOf } from "./framework.ts";

const TOKEN = /:(\w+)/g;

/**
 * The address that a pattern such as `/:year/:month/:title/` of Jekyll or Hugo makes for a page; undefined
 * where the pattern has something that only a run of the generator knows.
 */
export function expandPermalink(pattern: string, page: Page): string | undefined {
  const values = tokensOf(page);
  const tokens = [...pattern.matchAll(TOKEN)].map(([, name = ""]) => name);
  if (tokens.some((name) => values[name] === undefined)) return undefined;
  const path = pattern.replaceAll(TOKEN, (_, name: string) => values[name] ?? "");
  return `/${path}`.replaceAll(/\/{2,}/g, "/");
}

function tokensOf(page: Page): Partial<Record<string, string>> {
  const { inside, collection, key, date, front } = page;
  const path = key.replace(/\/?_?index$/i, "");
  const last = path.slice(path.lastIndexOf("/") + 1);
  const [year, month, day] = date?.slice(0, 10).split("-") ?? [];
  const slug = textOf(front, "slug") ?? last;
  const titled = textOf(front, "title");
  const sections = inside.split("/").slice(0, -1).join("/");
  return {
    ...(year === undefined || month === undefined || day === undefined
      ? {}
      : {
          year,
          month,
          day,
          i_month: String(Number(month)),
          i_day: String(Number(day)),
          short_year: year.slice(2),
        }),
    // Jekyll's title is the name of the file, Hugo's is the title.
    title: collection === "posts" || titled === undefined ? slug : slugify(titled),
    slug,
    slugorfilename: slug,
    slugorcontentbasename: slug,
    name: last,
    basename: last,
    filename: last,
    contentbasename: last,
    path,
    collection,
    section: inside.split("/")[0] ?? "",
    sections,
    categories: categoriesOf(page),
    output_ext: "",
  };
}

function categoriesOf({ front }: Page): string {
  const value = front.get("categories") ?? front.get("category") ?? "";
  const words = isSourceList(value)
    ? value.filter((item) => typeof item === "string")
    : typeof value === "string"
      ? value.split(/\s+/)
      : [];
  return words.map((word) => word.toLowerCase()).join("/");
}

import { FOLDER_SIGN, slugProblem } from "../../base/slug.ts";
import { slugify } from "../../base/slugify.ts";
import type { SiteConfig } from "../../model/site.ts";

/** Where `site.yml` says that the entries of a type stand. */
export interface EntryPlace {
  readonly apiId: string;
  readonly folder: string;
  /** How files there are named; absent where each is named by its slug alone, as HQ names them. */
  readonly pattern?: EntryPattern;
}

// Files that stood there before HQ did.
interface EntryPattern {
  /** Whether folders below it count, too. */
  readonly isDeep: boolean;
  /** With a dot; new files have the first. */
  readonly extensions: readonly string[];
}

const PATTERN = /^(.+?)\/(\*\*\/)?\*\.(?:([a-z]+)|\{([a-z]+(?:,[a-z]+)*)\})$/;
const EXTENSIONS: ReadonlySet<string> = new Set(["md", "mdx", "markdown", "yml"]);

// Takes `folder`, `folder/*.md` or `folder/**/*.{md,mdx}` apart; undefined for a pattern that is none of these.
export function parsePlace(text: string): Omit<EntryPlace, "apiId"> | undefined {
  if (!text.includes("*")) return { folder: text };
  const [, folder = "", deep, one, several] = PATTERN.exec(text) ?? [];
  const names = (several ?? one ?? "").split(",");
  if (folder === "" || folder.includes("*") || !names.every((name) => EXTENSIONS.has(name))) {
    return undefined;
  }
  const extensions = names.map((name) => `.${name}`);
  return { folder, pattern: { isDeep: deep !== undefined, extensions } };
}

const known = new WeakMap<SiteConfig["paths"], readonly EntryPlace[]>();

/** The places that a site names; of folders in each other the inner one comes first. */
export function entryPlaces({ paths }: Pick<SiteConfig, "paths">): readonly EntryPlace[] {
  const found = known.get(paths);
  if (found !== undefined) return found;
  const places = Object.entries(paths)
    .flatMap(([apiId, text]) => {
      const place = parsePlace(text);
      return place === undefined ? [] : [{ apiId, ...place }];
    })
    .toSorted((a, b) => b.folder.length - a.folder.length);
  known.set(paths, places);
  return places;
}

/** Whether the files of a type are named as they were before HQ. */
export function hasPattern(site: Pick<SiteConfig, "paths">, apiId: string): boolean {
  return entryPlaces(site).some((place) => place.apiId === apiId && place.pattern !== undefined);
}

/**
 * The slug of a file at a place with a pattern, by its path below the folder: `guides/Get started.md` is
 * `guides~get-started`, and `guides/index.md` is `guides`. Undefined for a file that the pattern leaves out.
 */
export function slugAt({ isDeep, extensions }: EntryPattern, inside: string): string | undefined {
  const extension = extensions.find((one) => inside.endsWith(one));
  if (extension === undefined) return undefined;
  const parts = inside.slice(0, -extension.length).split("/");
  // As Astro has it: these are parts of others, or not to be shown.
  if (parts.some((part) => part === "" || /^[._]|~/.test(part))) return undefined;
  if (!isDeep && parts.length > 1) return undefined;
  if (parts.at(-1) === INDEX) parts.pop();
  if (parts.length === 0) return HOME;
  return parts.map(slugOfPart).join(FOLDER_SIGN);
}

/** Where a file with a slug goes at such a place, below its folder. */
export function pathAt(
  { isDeep, extensions }: EntryPattern,
  slug: string,
  { current }: { readonly current?: string } = {},
): string {
  const extension = extensions.find((one) => current?.endsWith(one)) ?? extensions[0] ?? "";
  const path = isDeep ? slug.replaceAll(FOLDER_SIGN, "/") : slug;
  const isIndex = current !== undefined && current.endsWith(`/${INDEX}${extension}`);
  return (isIndex ? `${path}/${INDEX}` : path) + extension;
}

const INDEX = "index";
/** `index` is no slug. */
const HOME = "home";

function slugOfPart(part: string): string {
  return slugProblem(part) === undefined ? part : slugify(part);
}

/** The last part of a slug: what the name of its file, or of the folder that it is the index of, says by itself. */
export function lastPart(slug: string): string {
  return slug.slice(slug.lastIndexOf(FOLDER_SIGN) + 1);
}

/** What that may be of a slug whose file has a path, whatever is known of its place. */
export function lastPartsOf(path: string): readonly string[] {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  const dot = name.lastIndexOf(".");
  const own = dot === -1 ? name : name.slice(0, dot);
  if (own !== INDEX) return [lastPart(slugOfPart(own))];
  return [lastPart(slugOfPart(parts.at(-2) ?? "")), HOME];
}

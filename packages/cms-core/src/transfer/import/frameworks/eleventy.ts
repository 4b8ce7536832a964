import { slugify } from "../../../base/slugify.ts";
import { hasHidden } from "../source/source-tree.ts";
import {
  urlPathOfFile,
  addTrailingSlash,
  splitBySection,
  commonFolder,
  type Framework,
  makeLayout,
  type Page,
  textOf,
} from "./framework.ts";
import { eleventyIgnores } from "./ignored-files.ts";

const CONFIG = /^(?:\.eleventy|eleventy\.config)\.\w+$/;

/**
 * Eleventy: the folders of its input. A file with the name of its folder is the folder's page. Dates are not part of
 * URLs.
 */
export const ELEVENTY: Framework = {
  detect: ({ tree, configs, has }) => {
    const isEleventy =
      hasHidden(tree, ".eleventy.js") ||
      has(/^eleventy\.config\.\w+$/) ||
      has(/\.11tydata\.\w+$/) ||
      (configs.get("package.json")?.includes("@11ty/eleventy") ?? false);
    if (!isEleventy) return undefined;
    const config = [...configs].find(([path]) => CONFIG.test(path))?.[1] ?? "";
    const prefix = /\bpathPrefix\s*:\s*["'`]\/?([^"'`]*?)\/?["'`]/.exec(config)?.[1] ?? "";
    return makeLayout(
      "eleventy",
      commonFolder(tree),
      ["", "public", "src", "static", "src/static", "assets"],
      {
        basePath: prefix === "" ? "" : `/${prefix}`,
        isIgnored: eleventyIgnores(configs, config),
      },
    );
  },
  split: splitBySection,
  urlPaths: (page) => {
    const permalink = readPermalink(page);
    return [...(permalink === undefined ? [] : [permalink]), addTrailingSlash(pathOf(page))];
  },
  isSure: (page) =>
    textOf(page.front, "permalink") === undefined || readPermalink(page) !== undefined,
  languageInPlace: true,
};

function pathOf(page: Page): string {
  return urlPathOfFile(page)
    .replace(/(^|\/)\d{4}-\d{2}-\d{2}-(?=[^/]+$)/, "$1")
    .replace(/(^|\/)([^/]+)\/\2$/, "$1$2");
}

/** Returns the URL path set in the file; undefined if there is none or it requires running the templates. */
function readPermalink(page: Page): string | undefined {
  const permalink = textOf(page.front, "permalink");
  if (permalink === undefined || /^(?:false|true)$/.test(permalink)) return undefined;
  const path = pathOf(page);
  const values: Readonly<Record<string, string>> = {
    "page.fileslug": path.slice(path.lastIndexOf("/") + 1),
    "page.filepathstem": path,
    title: slugify(textOf(page.front, "title") ?? ""),
  };
  const made = permalink.replaceAll(EXPRESSION, (all, name: string, filter: string | undefined) => {
    const isSlugged = name !== "title" || filter !== undefined;
    return (isSlugged ? values[name.toLowerCase()] : undefined) ?? all;
  });
  return /[{}]/.test(made) ? undefined : `/${made}`.replaceAll(/\/{2,}/g, "/");
}

const EXPRESSION = /\{\{-?\s*([\w.]+)\s*(\|\s*slug(?:ify)?\s*)?-?\}\}/g;

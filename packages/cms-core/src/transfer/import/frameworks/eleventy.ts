import { hasHidden } from "../source/source-tree.ts";
import {
  addressOfPath,
  asFolder,
  bySection,
  commonFolder,
  type Framework,
  makeLayout,
  textOf,
} from "./framework.ts";

/** Eleventy: the folders of its input; a file of its folder's name is the folder's page, a date no part of it. */
export const ELEVENTY: Framework = {
  detect: ({ tree, configs, has }) => {
    const isEleventy =
      hasHidden(tree, ".eleventy.js") ||
      has(/^eleventy\.config\.\w+$/) ||
      has(/\.11tydata\.\w+$/) ||
      (configs.get("package.json")?.includes("@11ty/eleventy") ?? false);
    if (!isEleventy) return undefined;
    const config = [...configs].find(([path]) => path.includes("eleventy"))?.[1] ?? "";
    const prefix = /\bpathPrefix\s*:\s*["'`]\/?([^"'`]*?)\/?["'`]/.exec(config)?.[1] ?? "";
    return makeLayout(
      "eleventy",
      commonFolder(tree),
      ["", "public", "src", "static", "src/static", "assets"],
      { basePath: prefix === "" ? "" : `/${prefix}` },
    );
  },
  split: bySection,
  addresses: (page) => {
    const given = textOf(page.front, "permalink");
    const path = addressOfPath(page)
      .replace(/(^|\/)\d{4}-\d{2}-\d{2}-(?=[^/]+$)/, "$1")
      .replace(/(^|\/)([^/]+)\/\2$/, "$1$2");
    const isLiteral = given !== undefined && !/[{}]|^(?:false|true)$/.test(given);
    return isLiteral ? [given.replace(/^\/*/, "/"), path] : [asFolder(path)];
  },
};

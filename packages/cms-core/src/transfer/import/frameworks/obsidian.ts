import { hasHidden } from "../source/source-tree.ts";
import {
  urlPathOfFile,
  splitBySection,
  commonFolder,
  type Framework,
  makeLayout,
} from "./framework.ts";
import { anyOf, otherIgnores } from "./ignored-files.ts";

/** Obsidian: the folders of a vault. Links find notes by name, regardless of their folder. */
export const OBSIDIAN: Framework = {
  detect: ({ tree }) =>
    hasHidden(tree, ".obsidian") ? makeLayout("obsidian", "", [""]) : undefined,
  split: ([first = "", ...rest]) =>
    rest.length === 0
      ? { collection: "notes", key: first }
      : { collection: first, key: rest.join("/") },
  // Obsidian Publish writes spaces as `+`.
  urlPaths: (page) => [urlPathOfFile(page).replaceAll(" ", "+"), urlPathOfFile(page)],
  isSure: () => false,
};

/** Any other Markdown folder: each of its folders is a collection. */
export const PLAIN: Framework = {
  detect: ({ tree, configs }) =>
    makeLayout("plain", commonFolder(tree), ["", "public", "static", "assets"], {
      isIgnored: anyOf([otherIgnores(configs), isPartial]),
      generatorFolders: tree.files.has("package.json")
        ? "components layouts public scripts static styles test tests"
        : "",
    }),
  split: splitBySection,
  urlPaths: (page) => [urlPathOfFile(page)],
  isSure: () => false,
};

/** Returns whether a file is part of other pages: Docusaurus and Hexo don't create pages for such names. */
function isPartial(path: string): boolean {
  return /(?:^|\/)_(?!index\.)[^/]*$/.test(path);
}

import type { SourceTree } from "../source/source-tree.ts";
import {
  urlPathOfFile,
  splitBySection,
  type Framework,
  makeLayout,
  MARKDOWN,
} from "./framework.ts";

/** Folders in which Next sites keep Markdown. The one with the most files is used. */
const ROOTS = [
  "pages",
  "src/pages",
  "content",
  "src/content",
  "app",
  "src/app",
  "docs",
  "posts",
  "data",
];

/** Next: paths below the folder of pages are the URL paths. The site adds the language of a page. */
export const NEXT: Framework = {
  detect: ({ tree, has, configs }) => {
    if (!has(/^next\.config\.\w+$/)) return undefined;
    const config = [...configs].find(([path]) => path.startsWith("next.config."))?.[1] ?? "";
    const basePath = /\bbasePath\s*:\s*["'`](\/[^"'`]*?)\/?["'`]/.exec(config)?.[1] ?? "";
    return makeLayout("next", rootOf(tree), ["public", "", "src", "src/assets"], {
      basePath,
      ownLanguageFirst: true,
      generatorFolders: "components layouts public scripts styles tests",
    });
  },
  // In the app folder, `page.mdx` is the page of its folder, and `(group)` is not part of the URL.
  standsFor: (inside) =>
    inside.replaceAll(/(^|\/)\([^/]+\)\//g, "$1").replace(/(^|\/)page$/, "$1index"),
  split: splitBySection,
  urlPaths: (page) => [urlPathOfFile(page)],
};

function rootOf(tree: SourceTree): string {
  const paths = [...tree.files.keys()].filter((path) => MARKDOWN.test(path));
  const counts = ROOTS.map((root) => ({
    root,
    count: paths.filter((path) => path.startsWith(`${root}/`)).length,
  }));
  const [most] = counts.toSorted((a, b) => b.count - a.count);
  return most !== undefined && most.count > 0 ? most.root : "";
}

import type { SourceTree } from "../source/source-tree.ts";
import { addressOfPath, bySection, type Framework, makeLayout, MARKDOWN } from "./framework.ts";

/** Where sites with Next keep Markdown; the one that has most of it is meant. */
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

/** Next: the paths below its folder of pages are the addresses; a page's language is added by the site. */
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
  // In the app folder `page.mdx` is the page of its folder, and `(group)` is no part of an address.
  standsFor: (inside) =>
    inside.replaceAll(/(^|\/)\([^/]+\)\//g, "$1").replace(/(^|\/)page$/, "$1index"),
  split: bySection,
  addresses: (page) => [addressOfPath(page)],
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

import { ASTRO, ASTRO_CONTENT_CONFIG } from "../frameworks/astro.ts";
import { ELEVENTY } from "../frameworks/eleventy.ts";
import {
  type Framework,
  type Layout,
  type LayoutKind,
  makeLayout,
} from "../frameworks/framework.ts";
import { HUGO, HUGO_CONFIG, ZOLA } from "../frameworks/hugo.ts";
import { JEKYLL } from "../frameworks/jekyll.ts";
import { NEXT } from "../frameworks/next.ts";
import { OBSIDIAN, PLAIN } from "../frameworks/obsidian.ts";
import { REDIRECT_FILES, readRedirects } from "../source/redirects.ts";
import { type SourceTree, isOutside } from "../source/source-tree.ts";

/** The frameworks in the order in which they are asked whether a folder is theirs. */
const FRAMEWORKS: Readonly<Record<Exclude<LayoutKind, "loam">, Framework>> = {
  astro: ASTRO,
  zola: ZOLA,
  hugo: HUGO,
  next: NEXT,
  jekyll: JEKYLL,
  eleventy: ELEVENTY,
  obsidian: OBSIDIAN,
  plain: PLAIN,
};

/** The rules of what made a folder. */
export function frameworkOf({ kind }: Pick<Layout, "kind">): Framework {
  return FRAMEWORKS[kind === "loam" ? "plain" : kind];
}

const CONFIG_FILES =
  /^(?:package\.json|_config\.ya?ml|(?:astro|next|eleventy)\.config\.\w+|\.eleventy\.js)$/;

/** Paths of the small files that {@link detectLayout} wants to read. */
export function configPaths(tree: SourceTree): string[] {
  return [...tree.files.keys()].filter((path) =>
    [HUGO_CONFIG, ASTRO_CONTENT_CONFIG, CONFIG_FILES, REDIRECT_FILES].some((test) =>
      test.test(path),
    ),
  );
}

/** Tells who made a folder of content, by the names of its files and the text of its configuration. */
export function detectLayout(tree: SourceTree, configs: ReadonlyMap<string, string>): Layout {
  const own = [...tree.files.keys()].filter((path) => !isOutside(path));
  const has = (test: RegExp): boolean => own.some((path) => test.test(path));
  const isSite = tree.files.has("site.yml") && has(/^types\/[^/]+\/type\.yml$/);
  if (isSite) return makeLayout("loam", "", []);
  for (const { detect } of Object.values(FRAMEWORKS)) {
    const layout = detect({ tree, configs, has });
    if (layout !== undefined) return { ...layout, redirects: readRedirects(configs) };
  }
  return makeLayout("plain", "", []);
}

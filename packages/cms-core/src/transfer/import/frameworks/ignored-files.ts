import { posix } from "node:path";
import createIgnore from "ignore";
import { RE2JS } from "re2js";
import { isSourceList, type SourceMap, type SourceValue } from "../source/source-keys.ts";
import { type DetectionInput, parseConfig, valueIn } from "./framework.ts";

/** Returns whether a site's configuration excludes a file from the build, by its path in the project. */
export type IsIgnored = (path: string) => boolean;

/** Matches Eleventy's ignore files, whose patterns are relative to their folder. */
export const IGNORE_FILE: RegExp = /^(?:(.+)\/)?\.(?:eleventy|git)ignore$/;

/**
 * Reads Eleventy's ignored files: `.eleventyignore`, `.gitignore` unless disabled, and `ignores.add()` in the
 * configuration.
 */
export function eleventyIgnores(configs: DetectionInput["configs"], config: string): IsIgnored {
  const usesGit = !/\bsetUseGitIgnore\(\s*false\s*\)/.test(config);
  const files = [...configs].flatMap(([path, text]) => {
    const folder = IGNORE_FILE.exec(path)?.[1] ?? "";
    if (!IGNORE_FILE.test(path) || (path.endsWith(".gitignore") && !usesGit)) return [];
    return [{ folder, rules: createIgnore().add(text) }];
  });
  const added = [...config.matchAll(/\.ignores\.add\(\s*(["'`])([^"'`$]+)\1\s*\)/g)];
  const globs = added.map(([, , glob = ""]) => glob.replace(/^\.?\//, ""));
  return (path) =>
    files.some(({ folder, rules }) => {
      const inside = folder === "" ? path : posix.relative(folder, path);
      return createIgnore.isPathValid(inside) && rules.ignores(inside);
    }) || globs.some((glob) => isAtOrBelow(path, glob));
}

/** Reads Hugo's ignored files: the regular expressions of `ignoreFiles`, and exclusions in `module.mounts`. */
export function hugoIgnores(config: SourceMap): IsIgnored {
  const expressions = textsOf(valueIn(config, "ignoreFiles")).flatMap((source) => {
    try {
      // Go's syntax, in linear time.
      return [RE2JS.compile(source)];
    } catch {
      return [];
    }
  });
  const mounts = valueIn(valueAsMap(valueIn(config, "module")), "mounts");
  const excluded = (mounts !== undefined && isSourceList(mounts) ? mounts : []).flatMap((mount) => {
    const map = valueAsMap(mount);
    const [source = ""] = textsOf(valueIn(map, "source"));
    const negated = textsOf(valueIn(map, "files")).filter((glob) => glob.startsWith("!"));
    const globs = [...textsOf(valueIn(map, "excludeFiles")), ...negated];
    return globs.map((glob) => ({ source, glob: glob.replace(/^!\s*/, "").replace(/^\/+/, "") }));
  });
  return (path) =>
    expressions.some((one) => one.matcher(`/${path}`).find() || one.matcher(path).find()) ||
    excluded.some(({ source, glob }) => {
      const folder = source.replaceAll(/^\.?\/+|\/+$/g, "");
      return path.startsWith(`${folder}/`) && isAtOrBelow(path.slice(folder.length + 1), glob);
    });
}

/** Reads Zola's ignored files: the globs of `ignored_content`, in which `*` also matches slashes. */
export function zolaIgnores(config: SourceMap): IsIgnored {
  const globs = textsOf(config.get("ignored_content"));
  return (path) => {
    const inside = path.replace(/^content\//, "");
    return globs.some(
      (glob) => isAtOrBelow(inside, glob) || isAtOrBelow(inside, glob.replaceAll(/\*+/g, "**/*")),
    );
  };
}

/**
 * Reads the ignored files of other generators: `exclude_docs` and `draft_docs` of MkDocs, `srcExclude` of VitePress,
 * and the defaults of Docusaurus.
 */
export function otherIgnores(configs: DetectionInput["configs"]): IsIgnored {
  const rules = [...configs].flatMap(([path, text]): IsIgnored[] => {
    if (MKDOCS_CONFIG.test(path))
      return [mkdocsIgnores(parseConfig(path, text.replaceAll(MKDOCS_TAG, "")))];
    if (VITEPRESS_CONFIG.test(path)) return [vitepressIgnores(path, text)];
    return DOCUSAURUS_CONFIG.test(path) ? [(file) => LEFT_OUT_BY_DOCUSAURUS.test(file)] : [];
  });
  return (path) => rules.some((isIgnored) => isIgnored(path));
}

export const MKDOCS_CONFIG: RegExp = /^mkdocs\.ya?ml$/;
const MKDOCS_TAG = /!(?:!python\/[\w:./-]+|ENV\b|relative\b)/g;
export const VITEPRESS_CONFIG: RegExp = /^(?:(.+)\/)?\.vitepress\/config\.[cm]?[jt]s$/;
export const DOCUSAURUS_CONFIG: RegExp = /^docusaurus\.config\.[cm]?[jt]s$/;

const LEFT_OUT_BY_DOCUSAURUS = /(?:^|\/)(?:_[^/]*|__tests__)\/|\.test\.\w+$/;

/** The two keys have the syntax of `.gitignore`, below the folder of documents. */
function mkdocsIgnores(config: SourceMap | string): IsIgnored {
  if (typeof config === "string") return () => false;
  const [folder = "docs"] = textsOf(config.get("docs_dir"));
  const patterns = ["exclude_docs", "draft_docs"].flatMap((key) => textsOf(config.get(key)));
  const rules = createIgnore().add(patterns.join("\n"));
  return (path) => {
    const inside = posix.relative(folder, path);
    return createIgnore.isPathValid(inside) && rules.ignores(inside);
  };
}

/** Reads the globs that the configuration contains as text. Code is never executed. */
function vitepressIgnores(path: string, text: string): IsIgnored {
  const [, root = ""] = VITEPRESS_CONFIG.exec(path) ?? [];
  const list = /\bsrcExclude\s*:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? "";
  const source = /\bsrcDir\s*:\s*["'`]([^"'`$]*)["'`]/.exec(text)?.[1] ?? "";
  const folder = posix.join(root, source);
  const globs = [...list.matchAll(/(["'`])([^"'`$]+)\1/g)].map(([, , glob = ""]) => glob);
  return (file) => globs.some((glob) => isAtOrBelow(posix.relative(folder, file), glob));
}

/** Returns whether a path or one of its parent folders has the name or matches the glob. */
export function isAtOrBelow(path: string, name: string): boolean {
  const wanted = name.replaceAll(/^\/+|\/+$/g, "");
  if (wanted === "") return true;
  const parts = path.split("/");
  const places = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  return places.some((place) => place === wanted || posix.matchesGlob(place, wanted));
}

function valueAsMap(value: SourceValue | undefined): SourceMap {
  return value instanceof Map ? value : new Map();
}

function textsOf(value: SourceValue | undefined): readonly string[] {
  const items = value === undefined ? [] : isSourceList(value) ? value : [value];
  return items.filter((item) => typeof item === "string");
}

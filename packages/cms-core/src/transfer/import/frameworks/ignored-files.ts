import { posix } from "node:path";
import { RE2JS } from "re2js";
import { isSourceList, type SourceMap, type SourceValue } from "../source/source-keys.ts";
import { type DetectionInput, parseConfig, valueIn } from "./framework.ts";
import { compileAtOrBelow, compileIgnoreFile, compileZolaGlob, type PathTest } from "./globs.ts";

/** Matches Eleventy's ignore files, whose patterns are relative to their folder. */
export const IGNORE_FILE: RegExp = /^(?:(.+)\/)?\.(?:eleventy|git)ignore$/;

/**
 * Reads Eleventy's ignored files: `.eleventyignore`, `.gitignore` unless disabled, and `ignores.add()` in the
 * configuration.
 */
export function eleventyIgnores(configs: DetectionInput["configs"], config: string): PathTest {
  const usesGit = !/\bsetUseGitIgnore\(\s*false\s*\)/.test(config);
  const files = [...configs].flatMap(([path, text]) => {
    const folder = IGNORE_FILE.exec(path)?.[1] ?? "";
    if (!IGNORE_FILE.test(path) || (path.endsWith(".gitignore") && !usesGit)) return [];
    return [testBelow(folder, compileIgnoreFile(text))];
  });
  const added = [...config.matchAll(/\.ignores\.add\(\s*(["'`])([^"'`$]+)\1\s*\)/g)];
  const globs = added.map(([, , glob = ""]) => compileAtOrBelow(glob.replace(/^\.?\//, "")));
  return anyOf([...files, ...globs]);
}

/** Tests only paths in a folder, relative to it. */
function testBelow(folder: string, test: PathTest): PathTest {
  const start = folder === "" ? "" : `${folder}/`;
  return (path) => path.startsWith(start) && test(path.slice(start.length));
}

/** Returns a test that passes if one of several does. */
export function anyOf(tests: readonly PathTest[]): PathTest {
  return (path) => tests.some((test) => test(path));
}

/** Reads Hugo's ignored files: the regular expressions of `ignoreFiles`, and exclusions in `module.mounts`. */
export function hugoIgnores(config: SourceMap): PathTest {
  const expressions = textsOf(valueIn(config, "ignoreFiles")).flatMap((source): PathTest[] => {
    try {
      // Go's syntax, in linear time. Hugo matches the absolute path.
      const expression = RE2JS.compile(source);
      return [(path) => [`/${path}`, path].some((one) => expression.matcher(one).find())];
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
    const folder = source.replaceAll(/^\.?\/+|\/+$/g, "");
    return globs.map((glob) => testBelow(folder, compileAtOrBelow(glob.replace(/^!\s*/, ""))));
  });
  return anyOf([...expressions, ...excluded]);
}

/**
 * Reads Jekyll's ignored files: those in a folder that isn't a collection or under a name with a special mark, and those
 * that `exclude` lists, except for what `include` lists.
 */
export function jekyllIgnores(config: SourceMap): PathTest {
  const [top = ""] = textsOf(config.get("collections_dir"));
  const collections = config.get("collections") ?? [];
  const names = collections instanceof Map ? [...collections.keys()] : textsOf(collections);
  const folders = new Set(["_posts", "_drafts", ...names.map((name) => `_${name}`)]);
  const [included, excluded] = ["include", "exclude"].map((key) =>
    anyOf(textsOf(config.get(key)).map((name) => compileAtOrBelow(name))),
  );
  const isMarked: PathTest = (path) => {
    const inside = top !== "" && path.startsWith(`${top}/`) ? path.slice(top.length + 1) : path;
    return inside.split("/").some((name, index, { length }) => {
      const isCollection = index < length - 1 && folders.has(name);
      return /^[_.#~]/.test(name) && !isCollection;
    });
  };
  return (path) => included?.(path) !== true && (isMarked(path) || excluded?.(path) === true);
}

/** Reads Zola's ignored files: the globs of `ignored_content`, in which `*` also matches slashes. */
export function zolaIgnores(config: SourceMap): PathTest {
  const globs = textsOf(config.get("ignored_content"));
  const test = anyOf(globs.map((glob) => compileAtOrBelow(glob, compileZolaGlob)));
  return (path) => test(path.replace(/^content\//, ""));
}

/**
 * Reads the ignored files of other generators: `exclude_docs` and `draft_docs` of MkDocs, `srcExclude` of VitePress,
 * and the defaults of Docusaurus.
 */
export function otherIgnores(configs: DetectionInput["configs"]): PathTest {
  const rules = [...configs].flatMap(([path, text]): PathTest[] => {
    if (MKDOCS_CONFIG.test(path))
      return [mkdocsIgnores(parseConfig(path, text.replaceAll(MKDOCS_TAG, "")))];
    if (VITEPRESS_CONFIG.test(path)) return [vitepressIgnores(path, text)];
    return DOCUSAURUS_CONFIG.test(path) ? [(file) => LEFT_OUT_BY_DOCUSAURUS.test(file)] : [];
  });
  return anyOf(rules);
}

export const MKDOCS_CONFIG: RegExp = /^mkdocs\.ya?ml$/;
const MKDOCS_TAG = /!(?:!python\/[\w:./-]+|ENV\b|relative\b)/g;
export const VITEPRESS_CONFIG: RegExp = /^(?:(.+)\/)?\.vitepress\/config\.[cm]?[jt]s$/;
export const DOCUSAURUS_CONFIG: RegExp = /^docusaurus\.config\.[cm]?[jt]s$/;

const LEFT_OUT_BY_DOCUSAURUS = /(?:^|\/)(?:_[^/]*|__tests__)\/|\.test\.\w+$/;

/** The two keys have the syntax of `.gitignore`, below the folder of documents. */
function mkdocsIgnores(config: SourceMap | string): PathTest {
  if (typeof config === "string") return () => false;
  const [folder = "docs"] = textsOf(config.get("docs_dir"));
  const patterns = ["exclude_docs", "draft_docs"].flatMap((key) => textsOf(config.get(key)));
  return testBelow(posix.normalize(folder), compileIgnoreFile(patterns.join("\n")));
}

/** Reads the globs that the configuration contains as text. Code is never executed. */
function vitepressIgnores(path: string, text: string): PathTest {
  const [, root = ""] = VITEPRESS_CONFIG.exec(path) ?? [];
  const list = /\bsrcExclude\s*:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? "";
  const source = /\bsrcDir\s*:\s*["'`]([^"'`$]*)["'`]/.exec(text)?.[1] ?? "";
  const folder = posix.join(root, source);
  const globs = [...list.matchAll(/(["'`])([^"'`$]+)\1/g)].map(([, , glob = ""]) => glob);
  return testBelow(
    folder === "." ? "" : folder,
    anyOf(globs.map((glob) => compileAtOrBelow(glob))),
  );
}

function valueAsMap(value: SourceValue | undefined): SourceMap {
  return value instanceof Map ? value : new Map();
}

/** Of a list in a configuration. */
const MAX_ITEMS = 1000;

function textsOf(value: SourceValue | undefined): readonly string[] {
  const items = value === undefined ? [] : isSourceList(value) ? value : [value];
  return items.filter((item) => typeof item === "string").slice(0, MAX_ITEMS);
}

import { posix } from "node:path";
import { isSourceList, type SourceMap, type SourceValue } from "../source/source-keys.ts";
import { type Layout, type LayoutKind, textOf, valueIn } from "./framework.ts";
import { compileAtOrBelow, compileHugoGlob, type PathTest } from "./globs.ts";

/** A page with the front matter of its own file. */
export interface OwnPage {
  /** Path from the root of the site folder. */
  readonly path: string;
  /** Path below the content root, without language and extension. */
  readonly inside: string;
  readonly collection: string;
  readonly language?: string;
  readonly values: SourceMap;
}

/** Sources of inherited values. */
export interface Ancestry {
  readonly layout: Pick<Layout, "kind" | "config" | "contentRoot">;
  /** All pages, because sections pass values on. */
  readonly pages: readonly OwnPage[];
  /** Eleventy data files for a folder or a page, by path. */
  readonly data: ReadonlyMap<string, SourceMap>;
}

/** Returns the values that a page inherits according to its generator. */
export function makeInheritance(ancestry: Ancestry): (page: OwnPage) => SourceMap {
  switch (ancestry.layout.kind) {
    case "hugo":
      return hugoCascade(ancestry);
    case "zola":
      return zolaSections(ancestry);
    case "jekyll":
      return jekyllDefaults(ancestry.layout.config);
    case "eleventy":
      return eleventyData(ancestry.data);
    case "pelican": {
      const defaults = ancestry.layout.config.get("DEFAULT_METADATA");
      return () => (defaults instanceof Map ? defaults : NOTHING);
    }
    case "astro":
    case "loam":
    case "next":
    case "obsidian":
    case "plain":
      return () => NOTHING;
  }
}

const NOTHING: SourceMap = new Map();

/** Values that only the generator uses: templates, URLs, and values that determine the entry's state. */
const FOR_GENERATOR: ReadonlySet<string> = new Set(
  "permalink layout build _build outputs sitemap headless cascade eleventycomputed eleventyexcludefromcollections eleventynavigation pagination templateengineoverride".split(
    " ",
  ),
);

/** Merges a page's own and inherited values. Own values win, regardless of the case of their keys. */
export function withInherited(own: SourceMap, inherited: SourceMap, kind: LayoutKind): SourceMap {
  if (inherited.size === 0) return own;
  const keys = new Set([...own.keys()].map((key) => key.toLowerCase()));
  const added = [...inherited].filter(([key]) => !keys.has(key.toLowerCase()));
  const merged = new Map([...own, ...added]);
  if (kind !== "eleventy") return merged;
  // Eleventy joins lists, such as the tags of a folder and of a page.
  for (const [key, value] of inherited) {
    const mine = own.get(key);
    if (mine !== undefined && isSourceList(mine) && isSourceList(value))
      merged.set(key, [...new Set([...value, ...mine])]);
  }
  return merged;
}

/** Returns the inherited values that an author would miss. */
export function contentOf(inherited: SourceMap): SourceMap {
  return new Map([...inherited].filter(([key]) => !FOR_GENERATOR.has(key.toLowerCase())));
}

interface Cascade {
  readonly isTarget: (page: OwnPage) => boolean;
  readonly values: SourceMap;
}

/** Reads Hugo's `cascade` of the enclosing sections, nearest first, and of the configuration. */
function hugoCascade({ pages, layout: { config } }: Ancestry): (page: OwnPage) => SourceMap {
  const bySection = new Map<string, readonly Cascade[]>();
  for (const { inside, language, values } of pages) {
    if (!/(?:^|\/)_index$/.test(inside)) continue;
    const cascades = cascadesOf(valueIn(values, "cascade"));
    if (cascades.length > 0) bySection.set(sectionKey(language, inside), cascades);
  }
  const general = cascadesOf(valueIn(config, "cascade"));
  if (bySection.size === 0 && general.length === 0) return () => NOTHING;
  return (page) => {
    const folders = page.inside.split("/").slice(0, -1);
    const around = folders.map((_, index) => folders.slice(0, folders.length - index).join("/"));
    const found = [...around, ""].flatMap(
      (folder) => bySection.get(sectionKey(page.language, posix.join(folder, "_index"))) ?? [],
    );
    return mergeFirst([...found, ...general].filter(({ isTarget }) => isTarget(page)));
  };
}

function sectionKey(language: string | undefined, inside: string): string {
  return `${language ?? ""}:${inside}`;
}

function cascadesOf(value: SourceValue | undefined): readonly Cascade[] {
  const items = value === undefined ? [] : isSourceList(value) ? value : [value];
  return items.flatMap((item): Cascade[] => {
    if (!(item instanceof Map)) return [];
    const target = valueIn(item, "target") ?? valueIn(item, "_target");
    const values = [...item].filter(([key]) => !/^_?target$/i.test(key));
    const isTarget = compileTarget(target instanceof Map ? target : NOTHING);
    return [{ isTarget, values: new Map(values) }];
  });
}

function mergeFirst(cascades: readonly Cascade[]): SourceMap {
  const values = new Map<string, SourceValue>();
  for (const [key, value] of cascades.flatMap((one) => [...one.values]))
    if (valueIn(values, key) === undefined) values.set(key, value);
  return values;
}

/** Compiles the test for the pages of a rule. The environment is unknown, so rules for one are ignored. */
function compileTarget(target: SourceMap): (page: OwnPage) => boolean {
  const [isPath, isKind, isLanguage, isEnvironment] = ["path", "kind", "lang", "environment"].map(
    (key) => compilePattern(valueIn(target, key)),
  );
  return ({ inside, language }) => {
    const page = `/${inside.replace(/(?:^|\/)_?index$/, "")}`.replaceAll(" ", "-");
    const isSection = /(?:^|\/)_index$/.test(inside);
    const kind = !isSection ? "page" : page === "/" ? "home" : "section";
    return (
      isPath?.(page.toLowerCase()) === true &&
      isKind?.(kind) === true &&
      (language === undefined || isLanguage?.(language) === true) &&
      isEnvironment?.("production") === true
    );
  };
}

function compilePattern(value: SourceValue | undefined): PathTest {
  if (typeof value !== "string" || value === "") return () => true;
  const pattern = value.toLowerCase();
  const matches = compileHugoGlob(pattern);
  return (text) => text === pattern || matches(text);
}

/** Hides the pages in draft sections: Zola skips their folders. */
function zolaSections({ pages }: Ancestry): (page: OwnPage) => SourceMap {
  const drafts = pages.flatMap(({ inside, values }) => {
    const isDraft = inside.endsWith("/_index") && values.get("draft") === "true";
    return isDraft ? [inside.slice(0, -"_index".length)] : [];
  });
  const draft: SourceMap = new Map([["draft", "true"]]);
  return ({ inside }) => (drafts.some((folder) => inside.startsWith(folder)) ? draft : NOTHING);
}

interface Default {
  readonly path: string;
  readonly covers: PathTest;
  readonly type: string | undefined;
  readonly values: SourceMap;
}

/** Reads Jekyll's `defaults`. A longer path has priority, then a type, then the later rule. */
function jekyllDefaults(config: SourceMap): (page: OwnPage) => SourceMap {
  const configured = config.get("defaults");
  const defaults = (configured !== undefined && isSourceList(configured) ? configured : []).flatMap(
    defaultOf,
  );
  if (defaults.length === 0) return () => NOTHING;
  const top = textOf(config, "collections_dir");
  return (page) => {
    let [values, last]: [SourceMap, Default | undefined] = [NOTHING, undefined];
    for (const one of defaults.filter((rule) => applies(rule, page, top))) {
      const isStronger = last === undefined || isAbove(one, last);
      values = isStronger ? mergeOver(one.values, values) : mergeOver(values, one.values);
      if (isStronger) last = one;
    }
    return values;
  };
}

function defaultOf(rule: SourceValue): Default[] {
  const scope = rule instanceof Map ? rule.get("scope") : undefined;
  const values = rule instanceof Map ? rule.get("values") : undefined;
  if (!(values instanceof Map)) return [];
  const inScope = scope instanceof Map ? scope : NOTHING;
  const path = textOf(inScope, "path") ?? "";
  return [{ path, covers: compileAtOrBelow(path), type: textOf(inScope, "type"), values }];
}

function applies({ covers, type }: Default, page: OwnPage, top: string | undefined): boolean {
  const isDraft = /(?:^|\/)_drafts\//.test(page.path);
  const isType = type === undefined || type === page.collection || (type === "drafts" && isDraft);
  const below =
    top !== undefined && page.path.startsWith(`${top}/`)
      ? page.path.slice(top.length + 1)
      : page.path;
  return isType && (covers(page.path) || covers(below));
}

function isAbove(one: Default, other: Default): boolean {
  const [length, others] = [one.path.length, other.path.length];
  if (length !== others) return length > others;
  return one.type !== undefined || other.type === undefined;
}

function mergeOver(values: SourceMap, others: SourceMap): SourceMap {
  return new Map([...others, ...values]);
}

/** Reads Eleventy's data: of the page itself, then of its folders, nearest first; `.11tydata.json` before `.json`. */
function eleventyData(data: Ancestry["data"]): (page: OwnPage) => SourceMap {
  if (data.size === 0) return () => NOTHING;
  return ({ path }) => {
    const folders = path.split("/").slice(0, -1);
    const around = folders.toReversed().map((name, index) => {
      return `${folders.slice(0, folders.length - index).join("/")}/${name}`;
    });
    const stems = [path.replace(/\.\w+$/, ""), ...around];
    const found = stems.flatMap((stem) => [`${stem}.11tydata.json`, `${stem}.json`]);
    return found.reduce<SourceMap>(
      (values, name) => withInherited(values, data.get(name) ?? NOTHING, "eleventy"),
      NOTHING,
    );
  };
}

/** Matches files with Eleventy data for the pages next to them. Code is never executed. */
export const ELEVENTY_DATA: RegExp = /\.11tydata\.(?:json|c?js|mjs|[cm]?ts)$/;

/** Returns the paths of Eleventy data files for a folder or a page. */
export function eleventyDataPaths(paths: Iterable<string>, pages: readonly string[]): string[] {
  const stems = new Set(pages.map((page) => page.replace(/\.\w+$/, "")));
  const folders = new Set(pages.flatMap(foldersOf));
  return [...paths].filter((path) => {
    if (ELEVENTY_DATA.test(path)) return true;
    const stem = path.endsWith(".json") ? path.slice(0, -".json".length) : "";
    const folder = posix.dirname(stem);
    return (
      stems.has(stem) || (folders.has(folder) && posix.basename(folder) === posix.basename(stem))
    );
  });
}

function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

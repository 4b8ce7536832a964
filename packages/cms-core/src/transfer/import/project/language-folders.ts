import type { Layout } from "../frameworks/framework.ts";

const DISPLAY = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

const LETTERS = "abcdefghijklmnopqrstuvwxyz".split("");

/** Languages by their two-letter code. */
const CODES: ReadonlyMap<string, string> = new Map(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = DISPLAY.of(code);
    return name === undefined ? [] : [[code, name.toLowerCase()]];
  }),
);

const LANGUAGE_CODE = /^([a-z]{2})(?:[-_][a-z]{4}[-_][a-z]{2}|[-_][a-z0-9]{2,8})?$/i;

const ENGLISH_NAMES: ReadonlySet<string> = new Set(CODES.values());

/** Folders with the same pages in several languages, by their parent folder. */
export type LanguageFolders = ReadonlyMap<string, Languages>;

interface Languages {
  readonly names: ReadonlySet<string>;
  /** Language whose pages usually have no language in their URL. */
  readonly main: string;
}

/** A path without its language. */
export interface WithoutLanguage {
  readonly inside: string;
  /** Absent if the folder has only one language. */
  readonly language?: string;
  /** Whether it is not in the main language. */
  readonly translated: boolean;
}

/**
 * Finds language folders at the content root and in its folders: folders with a language's name that contain the same
 * pages as their siblings, or that the configuration lists. A folder `it` with other pages is about computers, not
 * Italian.
 *
 * @param paths paths below the content root, without extensions
 */
export function findLanguages(paths: readonly string[], layout: Layout): LanguageFolders {
  const found = new Map<string, Languages>();
  const bases = new Set(["", ...paths.flatMap((path) => firstFolder(path) ?? [])]);
  for (const base of bases) {
    const inside = base === "" ? paths : below(paths, base);
    const languages = languagesOf(inside, layout);
    if (languages !== undefined) found.set(base, languages);
  }
  return found;
}

function languagesOf(
  paths: readonly string[],
  { languages, mainLanguage }: Layout,
): Languages | undefined {
  const folders = Map.groupBy(paths, (path) => firstFolder(path) ?? "");
  const named = [...folders.keys()].filter(isLanguage);
  const others = paths.filter((path) => !isLanguage(firstFolder(path) ?? ""));
  const alone = named.length === 1 && others.every((path) => !path.includes("/"));
  const names = named.filter((name) => {
    if (alone || languages.has(name)) return true;
    const own = below(paths, name);
    return (
      haveSamePages(own, others) ||
      named.some((other) => other !== name && haveSamePages(own, below(paths, other), true))
    );
  });
  if (names.length === 0) return undefined;
  const size = (name: string): number => folders.get(name)?.length ?? 0;
  const [largest = ""] = names.toSorted((a, b) => size(b) - size(a));
  const isBeside = others.some((path) => path.includes("/")) && others.length * 2 > size(largest);
  const main = isBeside
    ? ""
    : (names.find((name) => name === mainLanguage) ??
      names.find((name) => /^en(?:glish)?$/i.test(name)) ??
      largest);
  return { names: new Set(names), main };
}

/** Returns whether at least half of `own` is in `others`, or with `either`, half of the smaller list. */
function haveSamePages(own: readonly string[], others: readonly string[], either = false): boolean {
  const known = new Set(others);
  const shared = own.filter((path) => known.has(path)).length;
  return shared * 2 >= (either ? Math.min(own.length, others.length) : own.length);
}

/**
 * Returns whether a name is a language: a two-letter code with or without a region, or a name, as in `en`, `pt-br`,
 * `zh_Hans`, `zh-hant-tw`, `english`.
 */
export function isLanguage(name: string): boolean {
  const [, code = ""] = LANGUAGE_CODE.exec(name) ?? [];
  return CODES.has(code.toLowerCase()) || ENGLISH_NAMES.has(name.toLowerCase());
}

/** Removes the language from a path if one of its first two folders is a language. */
export function takeLanguage(path: string, found: LanguageFolders): WithoutLanguage {
  const first = firstFolder(path) ?? "";
  for (const base of ["", first]) {
    const rest = base === "" ? path : path.slice(base.length + 1);
    const name = firstFolder(rest);
    const languages = found.get(base);
    if (name === undefined || languages === undefined || !languages.names.has(name)) continue;
    const after = rest.slice(name.length + 1);
    return {
      inside: base === "" ? after : `${base}/${after}`,
      translated: name !== languages.main,
      ...(languages.names.size > 1 || languages.main === "" ? { language: name } : {}),
    };
  }
  return { inside: path, translated: false };
}

export function firstFolder(path: string): string | undefined {
  const slash = path.indexOf("/");
  return slash > 0 ? path.slice(0, slash) : undefined;
}

function below(paths: readonly string[], folder: string): string[] {
  return paths
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1));
}

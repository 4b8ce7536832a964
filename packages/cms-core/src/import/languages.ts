/** The folders that hold the same pages in several languages, by the folder that they lie in. */
export type LanguageFolders = ReadonlyMap<string, Languages>;

interface Languages {
  readonly names: ReadonlySet<string>;
  /** The language whose pages have no language in their addresses, as a rule. */
  readonly main: string;
}

/** A path without its language. */
export interface Spoken {
  readonly inside: string;
  /** Absent where the folder has one language only. */
  readonly language?: string;
  /** Not of the main language. */
  readonly translated: boolean;
}

const DISPLAY = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
const LETTERS = "abcdefghijklmnopqrstuvwxyz".split("");
/** Languages by their codes of two letters. */
const CODES: ReadonlyMap<string, string> = new Map(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = DISPLAY.of(code);
    return name === undefined ? [] : [[code, name.toLowerCase()]];
  }),
);
const ENGLISH_NAMES: ReadonlySet<string> = new Set(CODES.values());

/**
 * Finds folders of languages at the root of the content and in its folders: those named like one that
 * have the same pages as their neighbours. A folder `it` of other pages is about computers.
 *
 * @param paths below the root of the content, without extensions
 */
export function findLanguages(paths: readonly string[]): LanguageFolders {
  const found = new Map<string, Languages>();
  const bases = new Set(["", ...paths.flatMap((path) => firstFolder(path) ?? [])]);
  for (const base of bases) {
    const inside = base === "" ? paths : below(paths, base);
    const languages = languagesOf(inside);
    if (languages !== undefined) found.set(base, languages);
  }
  return found;
}

function languagesOf(paths: readonly string[]): Languages | undefined {
  const folders = Map.groupBy(paths, (path) => firstFolder(path) ?? "");
  const named = [...folders.keys()].filter(isLanguage);
  const others = paths.filter((path) => !isLanguage(firstFolder(path) ?? ""));
  const alone = named.length === 1 && others.every((path) => !path.includes("/"));
  const names = named.filter((name) => {
    if (alone) return true;
    const own = below(paths, name);
    return (
      areTheSame(own, others) ||
      named.some((other) => other !== name && areTheSame(own, below(paths, other), true))
    );
  });
  if (names.length === 0) return undefined;
  const size = (name: string): number => folders.get(name)?.length ?? 0;
  const [largest = ""] = names.toSorted((a, b) => size(b) - size(a));
  const isBeside = others.some((path) => path.includes("/")) && others.length * 2 > size(largest);
  const main = isBeside ? "" : (names.find((name) => /^en(?:glish)?$/i.test(name)) ?? largest);
  return { names: new Set(names), main };
}

/** Whether half of the first pages, or of the fewer of both, are among the others. */
function areTheSame(own: readonly string[], others: readonly string[], either = false): boolean {
  const known = new Set(others);
  const shared = own.filter((path) => known.has(path)).length;
  return shared * 2 >= (either ? Math.min(own.length, others.length) : own.length);
}

/** `en`, `pt-br`, `zh_Hans`, `english`: a language by its two letters, with or without a region, or by its name. */
export function isLanguage(name: string): boolean {
  const [, code = ""] = /^([a-z]{2})(?:[-_][a-z0-9]{2,8})?$/i.exec(name) ?? [];
  return CODES.has(code.toLowerCase()) || ENGLISH_NAMES.has(name.toLowerCase());
}

/** Takes the language out of a path, where one of its first two folders is one. */
export function takeLanguage(path: string, found: LanguageFolders): Spoken {
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

function firstFolder(path: string): string | undefined {
  const slash = path.indexOf("/");
  return slash > 0 ? path.slice(0, slash) : undefined;
}

function below(paths: readonly string[], folder: string): string[] {
  return paths
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1));
}

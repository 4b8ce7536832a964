import { RE2JS } from "re2js";

/** Returns whether a path matches. */
export type PathTest = (path: string) => boolean;

/** The meaning of globs in a group of tools. */
interface Dialect {
  /** Expression for `*`. */
  readonly star: string;
  /** Expression for `**` as a part of a name. As a whole name it matches anything. */
  readonly doubleStar: string;
  /** Expression for `**` and a slash. */
  readonly folders: string;
  /** Whether `{a,b}` is one of several. */
  readonly hasBraces: boolean;
  /** Whether `@(a|b)`, `?(a)`, `*(a)`, and `+(a)` are groups. */
  readonly hasGroups: boolean;
}

const IN_FOLDER = "[^/]*";
const ANYTHING = ".*";

const USUAL: Dialect = {
  star: IN_FOLDER,
  doubleStar: IN_FOLDER,
  folders: `(?:${ANYTHING}/)?`,
  hasBraces: true,
  hasGroups: true,
};
const HUGO: Dialect = {
  ...USUAL,
  doubleStar: ANYTHING,
  folders: `${ANYTHING}/`,
  hasGroups: false,
};
const ZOLA: Dialect = { ...USUAL, star: ANYTHING, doubleStar: ANYTHING, hasGroups: false };
const GIT: Dialect = { ...USUAL, hasBraces: false, hasGroups: false };

/** No one writes longer ones. */
const MAX_GLOB_LENGTH = 1000;
/** Rules of an ignore file. */
const MAX_RULES = 1000;

/**
 * Compiles a glob as most tools understand it: `*` stays in a folder, and `**` matches any folders. Repositories contain
 * globs, so they are matched in linear time. An invalid or overlong glob matches nothing.
 */
export function compileGlob(glob: string): PathTest {
  if (glob.length > MAX_GLOB_LENGTH) return () => false;
  const names = glob.includes("!(") ? splitNames(glob) : undefined;
  return names === undefined ? compileNegated(glob) : compileNames(names);
}

/** A group, brace, or class with a slash. */
const SLASH_INSIDE = /\([^()]*\/[^()]*\)|\{[^{}]*\/[^{}]*\}|\[[^\]]*\//;

/** Returns undefined if a glob's names can't be separated by their slashes. */
function splitNames(glob: string): readonly string[] | undefined {
  return SLASH_INSIDE.test(glob) ? undefined : glob.split("/");
}

/** Matches name by name, so that a negation excludes one name and not the path in all ways to match it. */
function compileNames(globs: readonly string[]): PathTest {
  const tests = globs.map((glob) => (/^\*\*+$/.test(glob) ? undefined : compileNegated(glob)));
  return (path) => {
    const names = path.split("/");
    // Which numbers of names the globs so far can match.
    let matched = [true, ...names.map(() => false)];
    for (const [index, test] of tests.entries()) {
      matched =
        test === undefined
          ? withMoreNames(matched, index === tests.length - 1)
          : matched.map((_, count) => matched[count - 1] === true && test(names[count - 1] ?? ""));
    }
    return matched.at(-1) === true;
  };
}

/** `**` matches any number of names; at the end, at least one. */
function withMoreNames(matched: readonly boolean[], isLast: boolean): boolean[] {
  const first = matched.indexOf(true);
  return matched.map((_, count) => first !== -1 && (isLast ? count > first : count >= first));
}

/** Linear-time expressions have no negation, so what each negation excludes is matched separately. */
function compileNegated(glob: string): PathTest {
  const negations = [...glob.matchAll(NEGATION)];
  const all = compile(glob.replaceAll(NEGATION, "*"), USUAL);
  const excluded = negations.map(({ 0: text, index }) => {
    const [before, after] = [glob.slice(0, index), glob.slice(index + text.length)];
    const others = [before, after].map((part) => part.replaceAll(NEGATION, "*"));
    return compile(others.join(`@${text.slice(1)}`), USUAL);
  });
  return (path) => all(path) && !excluded.some((matches) => matches(path));
}

const NEGATION = /!\([^()]*\)/g;

/** Compiles one of Hugo's globs, in which `**` matches anything and `/notes/**` doesn't match `/notes`. */
export function compileHugoGlob(glob: string): PathTest {
  return compile(glob, HUGO);
}

/** Compiles one of Zola's globs, in which `*` also matches slashes. */
export function compileZolaGlob(glob: string): PathTest {
  return compile(glob, ZOLA);
}

/** Compiles a test for paths that have a name, match a glob, or are below a folder that does. */
export function compileAtOrBelow(
  name: string,
  compileOne: (glob: string) => PathTest = compileGlob,
): PathTest {
  const wanted = name.replaceAll(/^\/+|\/+$/g, "");
  if (wanted === "") return () => true;
  const isWanted = compileOne(wanted);
  return (path) => placesOf(path).some((place) => place === wanted || isWanted(place));
}

/** Compiles a file in the format of `.gitignore`. Paths are relative to its folder. */
export function compileIgnoreFile(text: string): PathTest {
  const rules = text.split(/\r?\n/, MAX_RULES).flatMap(parseRule);
  // Nothing in an ignored folder can be included again.
  return (path) =>
    placesOf(path).some((place, index, { length }) => {
      const isFile = index === length - 1;
      const last = rules.findLast((rule) => !(isFile && rule.foldersOnly) && rule.matches(place));
      return last?.isIgnored === true;
    });
}

interface IgnoreRule {
  readonly matches: PathTest;
  readonly foldersOnly: boolean;
  readonly isIgnored: boolean;
}

function parseRule(line: string): readonly IgnoreRule[] {
  const text = line.replace(/(?<!\\) +$/, "");
  if (text === "" || text.startsWith("#")) return [];
  const isIgnored = !text.startsWith("!");
  const rule = isIgnored ? text : text.slice(1);
  const path = rule.replace(/\/$/, "");
  const glob = path.includes("/") ? path.replace(/^\//, "") : `**/${path}`;
  return [{ matches: compile(glob, GIT), foldersOnly: rule.endsWith("/"), isIgnored }];
}

/** Returns the folders of a path, outermost first, and the path itself. */
function placesOf(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function compile(glob: string, dialect: Dialect): PathTest {
  if (glob.length > MAX_GLOB_LENGTH) return () => false;
  try {
    const expression = RE2JS.compile(toExpression(glob, dialect), RE2JS.DOTALL);
    return (path) => expression.matcher(path).matches();
  } catch {
    return () => false;
  }
}

/** `**` as a whole name; groups; other stars; `?`; escapes; classes; any other character. */
const TOKEN = /(?<![^/{,(|])\*\*+(?:\/|(?=$|[},)|]))|[@?*+]\(|\*+|\?|\\[^]|\[[!^]?\]?[^\]]*\]|[^]/g;

/** An open brace or group, with the tokens that separate its parts and close it. */
interface OpenGroup {
  readonly separator: string;
  readonly close: string;
  /** Expression for its end. */
  readonly end: string;
}

const GROUPS: Readonly<Record<string, OpenGroup>> = {
  "@(": { separator: "|", close: ")", end: ")" },
  "?(": { separator: "|", close: ")", end: ")?" },
  "*(": { separator: "|", close: ")", end: ")*" },
  "+(": { separator: "|", close: ")", end: ")+" },
};
const BRACES: OpenGroup = { separator: ",", close: "}", end: ")" };

function toExpression(glob: string, dialect: Dialect): string {
  const open: OpenGroup[] = [];
  return [...glob.matchAll(TOKEN)]
    .map(({ 0: token, index }) => {
      const inner = open.at(-1);
      if (token === inner?.separator) return "|";
      if (token === inner?.close) return open.pop()?.end;
      const group = groupOf(token, dialect);
      if (group === undefined) return partOf(token, isWholeName(glob, token, index), dialect);
      open.push(group);
      return "(?:";
    })
    .join("");
}

function groupOf(token: string, { hasBraces, hasGroups }: Dialect): OpenGroup | undefined {
  if (token === "{") return hasBraces ? BRACES : undefined;
  return hasGroups ? GROUPS[token] : undefined;
}

/** Returns whether `**` is a whole name, and not a part of one such as `a**`. */
function isWholeName(glob: string, token: string, index: number): boolean {
  const before = glob[index - 1] ?? "/";
  const after = glob[index + token.length] ?? "/";
  return "/{,(|".includes(before) && (token.endsWith("/") || "/},)|".includes(after));
}

function partOf(token: string, isWhole: boolean, dialect: Dialect): string {
  const { star, doubleStar, folders } = dialect;
  if (token.startsWith("**")) {
    if (token.endsWith("/")) return folders;
    return isWhole ? ANYTHING : doubleStar;
  }
  const [first = "", ...rest] = token;
  const quoted = RE2JS.quote(rest.join(""));
  if (first === "*") return star + quoted;
  if (first === "?") return `[^/]${quoted}`;
  if (first === "\\" && rest.length > 0) return quoted;
  return first === "[" && token.length > 2 ? classOf(token) : RE2JS.quote(token);
}

/** A class such as `[!a-c]`; a bracket at its start is a member. */
function classOf(token: string): string {
  const isNegated = /^\[[!^]/.test(token);
  const members = token.slice(isNegated ? 2 : 1, -1).replaceAll(/[\\^[\]]/g, String.raw`\$&`);
  return isNegated ? `[^/${members}]` : `[${members}]`;
}

import { CmsError, type Issue } from "../base/errors.ts";
import { countOf, sizeOf } from "../base/quantity.ts";
import { foldName, isWindowsDevice } from "../base/reserved-names.ts";
import { findTokens } from "./find-tokens.ts";
import { MAX_SKILL_BYTES } from "./skill-matter.ts";

/** A file in a skill's folder, as stored in Git. */
export interface SkillFile {
  /** Path below the skill's folder, with `/` as separator. */
  readonly path: string;
  /** Mode as in `git ls-tree`: `100644`, `100755`, and others, which are rejected. */
  readonly mode: string;
  readonly byteSize: number;
}

/** Limits of one skill. Public skills use at most half of each. */
export const SKILL_LIMITS: Readonly<
  Record<"files" | "bytes" | "fileBytes" | "skillFileBytes" | "depth", number>
> = {
  files: 2000,
  bytes: 32 * 1024 * 1024,
  fileBytes: 10 * 1024 * 1024,
  skillFileBytes: MAX_SKILL_BYTES,
  depth: 8,
};

const MODES: Readonly<Record<string, string>> = {
  "120000": "is a symbolic link. Add the file itself",
  "160000": "is a submodule. Add its files",
  "040000": "is a folder",
};

// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f\\:*?"<>|]/;

/**
 * Checks that a skill's files can be written on any system and stay inside their folder.
 *
 * @throws CmsError `unsafe_skill` with an issue for each file
 */
export function checkSkillFiles(files: readonly SkillFile[]): void {
  const issues: Issue[] = [];
  const add = (path: string, what: string): void => {
    const shown = path.slice(0, 255).toWellFormed();
    issues.push({ code: "unsafe_skill", message: `${shown} ${what}.`, path: shown });
  };
  const addOfAll = (what: string): void => {
    issues.push({ code: "unsafe_skill", message: `The skill has ${what}.` });
  };
  for (const { path, mode, byteSize } of files) {
    const problem = pathProblem(path) ?? modeProblem(mode) ?? sizeProblem(path, byteSize);
    if (problem !== undefined) add(path, problem);
  }
  for (const [path, other] of findEqualNames(files)) {
    add(path, `is the same as ${other} on case-insensitive file systems`);
  }
  if (files.length > SKILL_LIMITS.files) {
    addOfAll(`${countOf(files.length, "file")}. The limit is ${SKILL_LIMITS.files}`);
  }
  const bytes = files.reduce((sum, { byteSize }) => sum + byteSize, 0);
  if (bytes > SKILL_LIMITS.bytes) {
    addOfAll(`${sizeOf(bytes)} of files. The limit is ${sizeOf(SKILL_LIMITS.bytes)}`);
  }
  if (!files.some(({ path }) => path === "SKILL.md")) add("SKILL.md", "is missing");
  const [first] = issues;
  if (first === undefined) return;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  throw new CmsError("unsafe_skill", `${first.message}${more}`, { issues });
}

function pathProblem(path: string): string | undefined {
  const parts = path.split("/");
  if (parts.length > SKILL_LIMITS.depth) return `is more than ${SKILL_LIMITS.depth} folders deep`;
  if (UNSAFE.test(path) || !path.isWellFormed())
    return "has a character in its path that isn't allowed on every system";
  if (path !== path.normalize("NFC")) return "is not in Unicode NFC";
  if (parts.some(isUnsafePart))
    return "has a path with a reserved or unsafe part, such as .. or .git";
  const name = (parts.at(-1) ?? "").toLowerCase();
  if (/^\.env(?:\.(?!example$|sample$|template$).*)?$/.test(name)) {
    return "looks like a file with secrets. Set secrets on the worker instead";
  }
  return undefined;
}

function isUnsafePart(part: string): boolean {
  if (part === "" || /^\.{1,2}$/.test(part) || /[. ]$/.test(part)) return true;
  if (Buffer.byteLength(part) > 255) return true;
  const plain = foldName(part);
  return /^(?:\.git|git~\d+)$|^\.git(?:modules|attributes|ignore)?$/.test(plain)
    ? plain !== ".gitignore"
    : isWindowsDevice(part);
}

function modeProblem(mode: string): string | undefined {
  if (mode === "100644" || mode === "100755") return undefined;
  return MODES[mode] ?? "is not a regular file";
}

function sizeProblem(path: string, byteSize: number): string | undefined {
  const most = path === "SKILL.md" ? SKILL_LIMITS.skillFileBytes : SKILL_LIMITS.fileBytes;
  return byteSize > most ? `is ${sizeOf(byteSize)}. The limit is ${sizeOf(most)}` : undefined;
}

/** Returns paths that some systems confuse with another path or folder, each with that path. */
function findEqualNames(files: readonly SkillFile[]): readonly (readonly [string, string])[] {
  const known = new Map<string, string>();
  return files.flatMap(({ path }) =>
    withFolders(path).flatMap((name) => {
      const folded = name.normalize("NFC").toLowerCase();
      const other = known.get(folded) ?? name;
      known.set(folded, other);
      return other === name ? [] : [[path, other] as const];
    }),
  );
}

/** Returns a path and its parent folders. */
function withFolders(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.map((_part, place) => parts.slice(0, place + 1).join("/"));
}

/** Characters that change text direction, are invisible, or move a terminal's cursor. */
const HIDDEN_CHARACTERS: readonly (readonly [RegExp, string])[] = [
  [/[\u202a-\u202e\u2066-\u2069]/u, "changes the text direction"],
  [/[\u{e0000}-\u{e007f}]/u, "is an invisible tag character"],
  [/[\u200b\u2060-\u2064\u180e\ufeff\u00ad]/u, "is a zero-width character"],
  [/[\u{e0100}-\u{e01ef}]/u, "is a variation selector, which can carry invisible text"],
  // oxlint-disable-next-line no-control-regex
  [/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u, "is a control character"],
];

const ANY = new RegExp(HIDDEN_CHARACTERS.map(([{ source }]) => source).join("|"), "gu");
/** More issues for one file don't help. */
const MAX_ISSUES = 20;

/**
 * Finds characters that make a text look different to a reviewer than to a program: one issue for each, up to twenty.
 * Bytes that aren't UTF-8 are skipped.
 */
export function findHiddenCharacters(bytes: Uint8Array, path: string): readonly Issue[] {
  const text = decode(bytes);
  if (text === undefined) return [];
  const issues: Issue[] = [];
  let [line, counted] = [1, 0];
  for (const { 0: character, index } of text.matchAll(ANY)) {
    if (issues.length === MAX_ISSUES) break;
    for (; counted < index; counted += 1) if (text.charCodeAt(counted) === NEW_LINE) line += 1;
    const what =
      HIDDEN_CHARACTERS.find(([pattern]) => pattern.test(character))?.[1] ??
      "is an invisible character";
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    const message = `${path}:${line}: U+${code} ${what}. Remove it.`;
    issues.push({ code: "unsafe_skill", message, path, line });
  }
  return issues;
}

/**
 * Checks every text file of a skill for hidden characters. A file with a NUL isn't text.
 *
 * @throws CmsError `unsafe_skill` with an issue for each
 */
export function checkSkillTexts(
  files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
  folder: string,
): void {
  const issues = files
    .filter(({ bytes }) => !bytes.includes(0))
    .flatMap(({ path, bytes }) => findHiddenCharacters(bytes, `${folder}/${path}`));
  const [first] = issues;
  if (first !== undefined) throw new CmsError("unsafe_skill", first.message, { issues });
}

/**
 * Checks every file of a skill, including binary files, for tokens with a known format.
 *
 * @throws CmsError `unsafe_skill` with an issue for each, which contains the line and the kind
 */
export function checkSkillTokens(
  files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
  folder: string,
): void {
  const issues = files.flatMap(({ path, bytes }) => findTokens(bytes, `${folder}/${path}`));
  const [first] = issues;
  if (first === undefined) return;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  throw new CmsError("unsafe_skill", `${first.message}${more}`, { issues });
}

const NEW_LINE = 10;

function decode(bytes: Uint8Array): string | undefined {
  try {
    // Ignores a leading byte order mark.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

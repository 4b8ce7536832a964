import { readBracketed, readMembers, readStrings } from "./script-text.ts";

/** A setting of a Python file. `unknown`: computed by code, which is never executed. */
export type PythonValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly texts: readonly string[] }
  /** A dictionary, with the members whose values are texts. */
  | { readonly kind: "members"; readonly members: ReadonlyMap<string, string> }
  | { readonly kind: "unknown" };

/** Names with the same value: `ARTICLE_URL = ARTICLE_SAVE_AS = …`. */
const ASSIGNMENT = /^((?:[A-Z][A-Z0-9_]*[ \t]*=[ \t]*)+)(?!=)/gm;
const COMMENT_LINE = /^[ \t]*#.*$/gm;
const END = String.raw`[ \t]*(?:#.*)?$`;
const TEXT = new RegExp(
  String.raw`([rRuU]?)(?:'''([^]*?)'''|"""([^]*?)"""|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")${END}`,
  "my",
);
const WORD = new RegExp(String.raw`(\w+)${END}`, "my");

/** Reads the constants of a Python file as text. Of several assignments, the last one counts. */
export function readPythonSettings(source: string): Map<string, PythonValue> {
  const text = source
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replaceAll(COMMENT_LINE, "");
  const settings = new Map<string, PythonValue>();
  for (const { 0: whole, 1: names = "", index } of text.matchAll(ASSIGNMENT)) {
    const value = valueAt(text, index + whole.length, settings);
    for (const [name] of names.matchAll(/\w+/g)) settings.set(name, value);
  }
  return settings;
}

function valueAt(
  text: string,
  at: number,
  settings: ReadonlyMap<string, PythonValue>,
): PythonValue {
  TEXT.lastIndex = at;
  const found = TEXT.exec(text);
  if (found !== null) {
    const [, prefix = "", ...quoted] = found;
    const written = quoted.find((one) => one !== undefined) ?? "";
    const isRaw = prefix.toLowerCase() === "r";
    return { kind: "text", text: isRaw ? written : written.replaceAll(/\\([^])/g, "$1") };
  }
  if (text[at] === "[" || text[at] === "(") {
    return { kind: "list", texts: readStrings(readBracketed(text, at)) };
  }
  if (text[at] === "{") {
    const members = readMembers(readBracketed(text, at)).flatMap(([key, written]) => {
      const [only, ...more] = readStrings(written);
      const isText = only !== undefined && more.length === 0 && /^["'].*["']$/s.test(written);
      return isText ? [[key, only] as const] : [];
    });
    return { kind: "members", members: new Map(members) };
  }
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[1] ?? "";
  if (/^(?:True|False)$/.test(word)) return { kind: "text", text: word };
  return settings.get(word) ?? { kind: "unknown" };
}

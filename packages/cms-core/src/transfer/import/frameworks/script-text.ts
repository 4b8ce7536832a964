/** Scripts with configuration are parsed as text and never executed, so computed values are not seen. */

const QUOTES: ReadonlySet<string> = new Set(['"', "'", "`"]);
const OPENING: ReadonlySet<string> = new Set(["(", "[", "{"]);
const CLOSING: ReadonlySet<string> = new Set([")", "]", "}"]);

/** Returns the end of the string or comment that starts at `at`, or `at` if none starts there. */
function skipText(text: string, at: number): number {
  const first = text[at] ?? "";
  if (QUOTES.has(first)) {
    for (let index = at + 1; index < text.length; index += 1) {
      if (text[index] === "\\") index += 1;
      else if (text[index] === first) return index + 1;
    }
    return text.length;
  }
  const end = text.startsWith("//", at) ? "\n" : text.startsWith("/*", at) ? "*/" : undefined;
  if (end === undefined) return at;
  const found = text.indexOf(end, at + 2);
  return found === -1 ? text.length : found + end.length;
}

/**
 * Returns the text between the bracket at `open` and its closing bracket, or the rest of the text if it is never
 * closed.
 */
export function readBracketed(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length;) {
    const after = skipText(text, at);
    if (after > at) {
      at = after;
      continue;
    }
    const character = text[at] ?? "";
    if (OPENING.has(character)) depth += 1;
    if (CLOSING.has(character)) depth -= 1;
    if (depth === 0) return text.slice(open + 1, at);
    at += 1;
  }
  return text.slice(open + 1);
}

/** Splits the text between brackets at its top-level commas and removes comments. */
export function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let [depth, part] = [0, ""];
  for (let at = 0; at < text.length;) {
    const after = skipText(text, at);
    const character = text[at] ?? "";
    if (after > at) {
      if (QUOTES.has(character)) part += text.slice(at, after);
      at = after;
      continue;
    }
    if (OPENING.has(character)) depth += 1;
    if (CLOSING.has(character)) depth -= 1;
    if (character === "," && depth === 0) {
      parts.push(part.trim());
      part = "";
    } else part += character;
    at += 1;
  }
  return [...parts, part.trim()].filter((one) => one !== "");
}

/** Returns the members of an object literal. A shorthand member is its own value. */
export function readMembers(text: string): [key: string, value: string][] {
  return splitTopLevel(text).flatMap((part): [string, string][] => {
    const [, a, b, value = ""] = /^(?:["'`]([^"'`]+)["'`]|([\w$]+))\s*:\s*([^]*)$/.exec(part) ?? [];
    const key = a ?? b;
    if (key !== undefined) return [[key, value]];
    return /^[\w$]+$/.test(part) ? [[part, part]] : [];
  });
}

/** Returns the value of a constant, up to the end of a bracket or the next statement. */
export function readConstant(text: string, name: string): string | undefined {
  const start = new RegExp(
    String.raw`\b(?:const|let|var)\s+${name.replaceAll("$", String.raw`\$`)}\b[^=;]{0,300}=(?!=|>)\s*`,
  ).exec(text);
  return start === null ? undefined : text.slice(start.index + start[0].length);
}

/** Returns a chain of calls without its arguments: `z.array().optional()`. */
export function readCallChain(text: string): string {
  let chain = "";
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? "";
    if (OPENING.has(character)) {
      const inner = readBracketed(text, at);
      chain += "()";
      at += inner.length + 2;
      continue;
    }
    if (character === ",") return chain;
    chain += character;
    at += 1;
  }
  return chain;
}

/** Returns the quoted strings of a list. */
export function readStrings(text: string): string[] {
  const texts: string[] = [];
  for (let at = 0; at < text.length;) {
    const after = skipText(text, at);
    const isText = QUOTES.has(text[at] ?? "") && after - at > 1 && text[after - 1] === text[at];
    if (isText) texts.push(text.slice(at + 1, after - 1));
    at = Math.max(after, at + 1);
  }
  return texts;
}

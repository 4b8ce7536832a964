/** Configuration in a program is read as text and never run: what is computed is not seen. */

const QUOTES: ReadonlySet<string> = new Set(['"', "'", "`"]);
const OPENING: ReadonlySet<string> = new Set(["(", "[", "{"]);
const CLOSING: ReadonlySet<string> = new Set([")", "]", "}"]);

/** Where the string or comment that begins at `at` ends; `at` itself where none begins there. */
function afterText(text: string, at: number): number {
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

/** The text between a bracket at `open` and the one that closes it; the rest where none does. */
export function bracketed(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length;) {
    const after = afterText(text, at);
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

/** The parts of what stands between brackets, cut at its own commas, without comments. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  let [depth, part] = [0, ""];
  for (let at = 0; at < text.length;) {
    const after = afterText(text, at);
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

/** The members of an object's text, by key; a member without a value is its own name. */
export function membersOf(text: string): [key: string, value: string][] {
  return partsOf(text).flatMap((part): [string, string][] => {
    const [, a, b, value = ""] = /^(?:["'`]([^"'`]+)["'`]|([\w$]+))\s*:\s*([^]*)$/.exec(part) ?? [];
    const key = a ?? b;
    if (key !== undefined) return [[key, value]];
    return /^[\w$]+$/.test(part) ? [[part, part]] : [];
  });
}

/** What a constant is set to, up to a bracket's end or the next statement. */
export function constantOf(text: string, name: string): string | undefined {
  const start = new RegExp(
    String.raw`\b(?:const|let|var)\s+${name.replaceAll("$", String.raw`\$`)}\b[^=;]{0,300}=(?!=|>)\s*`,
  ).exec(text);
  return start === null ? undefined : text.slice(start.index + start[0].length);
}

/** A chain of calls without what stands in its brackets: `z.array().optional()`. */
export function chainOf(text: string): string {
  let chain = "";
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? "";
    if (OPENING.has(character)) {
      const inner = bracketed(text, at);
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

/** The texts in quotes of a list. */
export function textsIn(text: string): string[] {
  const texts: string[] = [];
  for (let at = 0; at < text.length;) {
    const after = afterText(text, at);
    const isText = QUOTES.has(text[at] ?? "") && after - at > 1 && text[after - 1] === text[at];
    if (isText) texts.push(text.slice(at + 1, after - 1));
    at = Math.max(after, at + 1);
  }
  return texts;
}

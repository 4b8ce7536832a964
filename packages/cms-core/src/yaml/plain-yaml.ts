import { isPrototypeName } from "../base/reserved-names.ts";

// Printable characters that every YAML reader takes as they are.
const TEXT = String.raw`[ -~\u00a1-\u1fff\u2010-\u2027\u3040-\ud7ff]`;
const QUOTED = String.raw`"(?:(?!["\\])${TEXT})*"`;
const SCALAR = String.raw`[A-Za-z0-9]${TEXT}*|${QUOTED}`;
const PAIR = new RegExp(
  String.raw`[A-Za-z]\w{0,99}:(?: (?:${SCALAR})\n|\n(?: {2}- (?:${SCALAR})\n)+)`,
  "y",
);
type PlainValue = string | readonly string[];

/** Two spaces, the hyphen and a space. */
const ITEM_START = 4;
const MAX_LENGTH = 65_536;
const SPACE = 32;
const COLON = 58;

/**
 * What `readYaml` reads, in an eighth of its time, where a text is as plain as most that we print: a
 * mapping of scalars and lists of scalars, each on one line. Undefined for any other text.
 */
export function readPlainYaml(text: string): ReadonlyMap<string, PlainValue> | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const map = new Map<string, PlainValue>();
  for (let at = 0; at < text.length; at = PAIR.lastIndex) {
    PAIR.lastIndex = at;
    // What it found is not asked for: an array of it for each key takes as long as the rest.
    if (!PAIR.test(text)) return undefined;
    const colon = text.indexOf(":", at);
    const key = text.slice(at, colon);
    const end = PAIR.lastIndex;
    const isScalar = text[colon + 1] === " ";
    const value = isScalar
      ? readScalar(text.slice(colon + 2, end - 1))
      : readList(text.slice(colon + 2, end));
    if (value === undefined || isPrototypeName(key)) return undefined;
    const { size } = map;
    map.set(key, value);
    if (map.size === size) return undefined;
  }
  return map;
}

function readList(lines: string): readonly string[] | undefined {
  const items: string[] = [];
  for (let start = 0; start < lines.length;) {
    const end = lines.indexOf("\n", start);
    const item = readScalar(lines.slice(start + ITEM_START, end));
    if (item === undefined) return undefined;
    items.push(item);
    start = end + 1;
  }
  return items;
}

/** Undefined where a colon or a number sign makes something else of it. */
function readScalar(text: string): string | undefined {
  if (text.startsWith('"')) return text.slice(1, -1);
  const last = text.charCodeAt(text.length - 1);
  const isOther = last === COLON || last === SPACE || text.includes(": ") || text.includes(" #");
  return isOther ? undefined : text;
}

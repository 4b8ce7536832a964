import { decodeNamedCharacterReference } from "decode-named-character-reference";
import { closesFence, FENCE } from "../base/code-fence.ts";

const MAY_BE_MARKUP = /[\\`*_~<[\]&]/;

/**
 * Returns the visible text of Markdown for searches: without URLs, comments, and tags, and with partly formatted words
 * in one piece. Alt texts are included, code is unchanged, and the marks of headings, lists, quotes, and tables stay.
 * Works in one pass without a syntax tree, because it runs on every text of a site.
 */
export function visibleText(markdown: string): string {
  if (!MAY_BE_MARKUP.test(markdown)) return markdown;
  let [visible, from, fence] = ["", 0, ""];
  for (let start = 0; start <= markdown.length;) {
    const newline = markdown.indexOf("\n", start);
    const end = newline === -1 ? markdown.length : newline;
    const line = markdown.slice(start, end);
    if (fence === "") {
      const opening = FENCE.exec(line)?.[1];
      if (opening !== undefined) {
        visible += removeMarkup(markdown.slice(from, start));
        [fence, from] = [opening, end];
      }
    } else if (closesFence(line, fence)) {
      visible += markdown.slice(from, start);
      [fence, from] = ["", end];
    }
    start = end + 1;
  }
  const rest = markdown.slice(from);
  return visible + (fence === "" ? removeMarkup(rest) : rest);
}

/** Placeholder for literal text, so that it is not processed again. */
const PLACEHOLDER = "\uFDD0";

function removeMarkup(source: string): string {
  const literals: string[] = [];
  const keep = (text: string): string => {
    literals.push(text);
    return PLACEHOLDER;
  };
  const bare = source
    .replaceAll(PLACEHOLDER, "")
    .replaceAll(MARKUP, (found, ...rest: unknown[]) => {
      const groups: Groups = Object(rest.at(-1));
      const at = Number(rest.at(-3));
      const { escaped, code, address, tag, attributes = "", words } = groups;
      const literal = escaped ?? (code && shownCode(code, source, at));
      if (literal !== undefined) return keep(literal);
      if (address !== undefined) return keep(address);
      if (tag !== undefined) return textOfTag(tag.toLowerCase(), attributes);
      if (words !== undefined) return keep(removeMarkup(words));
      return found.startsWith("&") ? keep(decoded(found, groups)) : "";
    });
  // Emphasis can be nested.
  const plain = /[*~]/.test(bare)
    ? bare.replaceAll(EMPHASIS, "$2").replaceAll(EMPHASIS, "$2")
    : bare;
  let at = 0;
  return plain
    .replaceAll(UNDERSCORE_EMPHASIS, "$2")
    .replaceAll(PLACEHOLDER, () => literals[at++] ?? "");
}

/** In a row of a table, an escaped pipe is a pipe, also in code. */
function shownCode(code: string, source: string, at: number): string {
  if (!code.includes("\\|")) return code;
  const line = source.slice(source.lastIndexOf("\n", at) + 1, at);
  return line.trimStart().startsWith("|") ? code.replaceAll("\\|", "|") : code;
}

type Groups = Readonly<Record<string, string | undefined>>;

// No two parts of a pattern can match the same text, which keeps matching linear.
const PATTERNS = [
  String.raw`\\(?<escaped>[!-/:-@[-\`{-~])`,
  String.raw`(?<ticks>\`(?<!\`\`)\`*)(?<code>[^\`](?:[^]{0,2000}?[^\`])?)\k<ticks>(?!\`)`,
  "<!--[^]*?(?:-->|$(?![^]))",
  String.raw`<(?<hidden>script|style|template)\b[^]*?(?:</\k<hidden>\s*>|$(?![^]))`,
  String.raw`<(?<address>[a-z][a-z\d+.-]{1,31}:[^\s<>]*|[^\s<>@/]{1,64}@[^\s<>@]{1,255})>`,
  String.raw`<(?<tag>/?[a-z][\w-]*)(?<attributes>(?=[\s/>])[^<>]*)>`,
  String.raw`\[(?<=^ {0,3}\[)(?!\^)[^\[\]\n]{1,999}\]:[ \t]*\S.*`,
  String.raw`!?\[(?<words>(?:\\.|[^\[\]\\]|\[(?:\\.|[^\[\]\\]){0,999}\]){0,4000}?)\]` +
    String.raw`(?:\(\s*(?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)` +
    String.raw`(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)|\[[^\[\]]{0,999}\])`,
  String.raw`&(?:#(?<decimal>\d{1,7})|#x(?<hex>[\da-f]{1,6})|(?<name>[a-z][a-z\d]{1,31}));`,
];

const MARKUP = new RegExp(PATTERNS.join("|"), "gim");

const EMPHASIS = /(\*{1,3}|~~)(?=[^\s*~])([^*~]{1,1000}?)(?<=\S)\1/g;

/** Matches emphasis with underscores, which are letters within a word. */
const UNDERSCORE_EMPHASIS =
  /_(?<![\p{L}\p{N}_]_)(_{0,2})(?=[^\s_])([^_]{1,1000}?)(?<=\S)_\1(?![\p{L}\p{N}_])/gu;

const WITHIN_WORDS = new Set(
  "a abbr b bdi bdo cite code del dfn em i ins kbd mark q ruby s samp small span strong sub sup u var wbr".split(
    " ",
  ),
);

/** Returns the text of a tag: the alt text of an image, or white space for elements that separate words. */
function textOfTag(tag: string, attributes: string): string {
  const name = tag.replace("/", "");
  if (name !== "img") return WITHIN_WORDS.has(name) ? "" : "\n";
  const [, double, single] = /\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? [];
  return double ?? single ?? "";
}

function decoded(source: string, { decimal, hex, name }: Groups): string {
  if (name !== undefined) return decodeNamedCharacterReference(name) || source;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : source;
}

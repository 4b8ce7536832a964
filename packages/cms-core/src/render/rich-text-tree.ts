import {
  classifyCharacter,
  classifyPrecedingCharacter,
  isCjk,
  isNonCjkPunctuation,
  isUnicodeWhitespace,
} from "micromark-extension-cjk-friendly-util";

/** A character that text cannot contain, which parsers treat neither as white space nor as punctuation. */
const JOINER = "\uFDD0";
const JOINERS = /\uFDD0|%EF%B7%90/gi;

const MAY_HAVE_SIGNS = /[*~]/;
const MAY_BE_CJK = /[\u1100-\u{10FFFF}]/u;
const RUN = /\\[^]|([*~])\1*/g;

/**
 * Prepares Markdown so that a CommonMark parser recognizes emphasis next to Chinese, Japanese, and Korean punctuation
 * (`これは**「重要」**です`), by the rules of remark-cjk-friendly. `finishRichText` removes the inserted characters from the
 * tree.
 */
export function prepareRichText(markdown: string): string {
  if (!MAY_HAVE_SIGNS.test(markdown) || !MAY_BE_CJK.test(markdown)) return markdown;
  let [prepared, last] = ["", 0];
  for (const match of markdown.matchAll(RUN)) {
    if (match[1] === undefined) continue;
    const end = match.index + match[0].length;
    const { before, after } = joinersAt(markdown, match.index, end);
    if (!before && !after) continue;
    const run = (before ? JOINER : "") + match[0] + (after ? JOINER : "");
    prepared += markdown.slice(last, match.index) + run;
    last = end;
  }
  return prepared + markdown.slice(last);
}

/** Returns the sides of a delimiter run on which the adjacent character must be hidden from a parser. */
function joinersAt(
  text: string,
  start: number,
  end: number,
): { readonly before: boolean; readonly after: boolean } {
  const [left, right] = [kindBefore(text, start), classifyCharacter(text.codePointAt(end) ?? null)];
  const [isAfterCjk, isBeforeCjk] = [isCjk(left), isCjk(right)];
  if (!isAfterCjk && !isBeforeCjk) return { before: false, after: false };
  const [outer, inner] = [sideOf(left), sideOf(right)];
  const opens = inner === "word" || (inner === "punctuation" && (outer !== "word" || isAfterCjk));
  const closes = outer === "word" || (outer === "punctuation" && (inner !== "word" || isBeforeCjk));
  return {
    after: opens && !flanks(left, right),
    before: closes && !flanks(right, left),
  };
}

type Kind = ReturnType<typeof classifyCharacter>;

/** Returns the class of a character in these rules: Chinese, Japanese, and Korean punctuation counts as a letter. */
function sideOf(kind: Kind): "space" | "punctuation" | "word" {
  if (isUnicodeWhitespace(kind)) return "space";
  return isNonCjkPunctuation(kind) ? "punctuation" : "word";
}

const PUNCTUATION = 2;

/** Returns whether a delimiter run flanks its inner side, as defined by CommonMark. */
function flanks(outer: Kind, inner: Kind): boolean {
  if (isUnicodeWhitespace(inner)) return false;
  const isPunctuation = (inner & PUNCTUATION) !== 0;
  return !isPunctuation || isUnicodeWhitespace(outer) || (outer & PUNCTUATION) !== 0;
}

/** Skips a variation selector, which belongs to the character before it. */
function kindBefore(text: string, at: number): Kind {
  const code = codeBefore(text, at);
  const length = code !== null && code > 0xff_ff ? 2 : 1;
  return classifyPrecedingCharacter(
    classifyCharacter(code),
    () => codeBefore(text, at - length),
    code,
  );
}

function codeBefore(text: string, at: number): number | null {
  if (at <= 0) return null;
  const low = text.charCodeAt(at - 1);
  const isPair = low >= 0xdc_00 && low <= 0xdf_ff && at > 1;
  return text.codePointAt(isPair ? at - 2 : at - 1) ?? null;
}

/** A node of a hast tree. */
export interface RichTextNode {
  readonly type: string;
  value?: string;
  readonly tagName?: string;
  readonly properties?: object;
  readonly children?: readonly RichTextNode[];
}

/**
 * Finishes the tree of a prepared text before it is sanitized: removes the inserted characters, replaces the `style` of
 * table cells with `align`, because a strict content security policy forbids styles, and converts URL schemes to
 * lowercase.
 */
export function finishRichText(tree: RichTextNode): void {
  const nodes = [tree];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node.value !== undefined) node.value = withoutJoiners(node.value);
    if (node.properties !== undefined) finishProperties(node.properties, node.tagName);
    for (const child of node.children ?? []) nodes.push(child);
  }
}

function finishProperties(properties: object, tagName: string | undefined): void {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value !== "string") continue;
    const plain = withoutJoiners(value);
    Object.assign(properties, { [name]: URL_PROPERTIES.has(name) ? lowerScheme(plain) : plain });
  }
  if (tagName !== "td" && tagName !== "th") return;
  const style: unknown = "style" in properties ? properties.style : undefined;
  const align = typeof style === "string" ? ALIGN.exec(style.trim())?.[1] : undefined;
  if (align !== undefined) Object.assign(properties, { align });
}

const URL_PROPERTIES: ReadonlySet<string> = new Set(["href", "src", "cite"]);

/** Converts the scheme of a URL to lowercase, as the policy requires. */
function lowerScheme(address: string): string {
  return address.replace(/^[a-z][a-z\d+.-]*:/i, (scheme) => scheme.toLowerCase());
}

const ALIGN = /^text-align:\s*(left|right|center);?$/;

/** Removes the inserted characters from HTML or text generated from a prepared text. */
export function withoutJoiners(text: string): string {
  return text.replaceAll(JOINERS, "");
}

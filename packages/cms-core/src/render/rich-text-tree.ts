import {
  classifyCharacter,
  classifyPrecedingCharacter,
  isCjk,
  isNonCjkPunctuation,
  isUnicodeWhitespace,
} from "micromark-extension-cjk-friendly-util";

/** No character that a text can have: to a parser it is neither white space nor punctuation. */
const JOINER = "\uFDD0";
const JOINERS = /\uFDD0|%EF%B7%90/gi;

const MAY_HAVE_SIGNS = /[*~]/;
const MAY_BE_CJK = /[\u1100-\u{10FFFF}]/u;
const RUN = /\\[^]|([*~])\1*/g;

/**
 * Markdown of which a CommonMark parser reads emphasis beside Chinese, Japanese and Korean punctuation as it is meant
 * (`これは**「重要」**です`), by the rule of remark-cjk-friendly. `finishRichText` takes out of the tree what this puts in.
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

/** On which sides of a run of signs a parser must not see what stands there. */
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

/** What a character is to the rule: Chinese, Japanese and Korean punctuation is like a letter. */
function sideOf(kind: Kind): "space" | "punctuation" | "word" {
  if (isUnicodeWhitespace(kind)) return "space";
  return isNonCjkPunctuation(kind) ? "punctuation" : "word";
}

const PUNCTUATION = 2;

/** Whether a run flanks what is on its inner side, as CommonMark has it. */
function flanks(outer: Kind, inner: Kind): boolean {
  if (isUnicodeWhitespace(inner)) return false;
  const isPunctuation = (inner & PUNCTUATION) !== 0;
  return !isPunctuation || isUnicodeWhitespace(outer) || (outer & PUNCTUATION) !== 0;
}

/** A variation selector belongs to the character before it. */
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
 * Finishes the tree of a text that `prepareRichText` gave to a parser, before it is sanitised: takes out what that put
 * in, gives cells of tables `align` in place of the `style` that a strict content security policy forbids, and has
 * schemes of addresses in lower case.
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
    Object.assign(properties, { [name]: ADDRESSES.has(name) ? lowerScheme(plain) : plain });
  }
  if (tagName !== "td" && tagName !== "th") return;
  const style: unknown = "style" in properties ? properties.style : undefined;
  const align = typeof style === "string" ? ALIGN.exec(style.trim())?.[1] : undefined;
  if (align !== undefined) Object.assign(properties, { align });
}

const ADDRESSES: ReadonlySet<string> = new Set(["href", "src", "cite"]);

/** The policy names schemes in lower case. */
function lowerScheme(address: string): string {
  return address.replace(/^[a-z][a-z\d+.-]*:/i, (scheme) => scheme.toLowerCase());
}

const ALIGN = /^text-align:\s*(left|right|center);?$/;

/** HTML or text that was made of what `prepareRichText` gave, without what that put in. */
export function withoutJoiners(text: string): string {
  return text.replaceAll(JOINERS, "");
}

import type { Delete, Emphasis, InlineCode, Parents, Strong, Text } from "mdast";
import {
  type ConstructName,
  defaultHandlers,
  type Handle,
  type Info,
  type Options,
  type State,
} from "mdast-util-to-markdown";
import {
  classifyCharacter,
  isCjk,
  isCjkOrIvs,
  isNonCjkPunctuation,
  isSpaceOrPunctuation,
  isUnicodeWhitespace,
} from "micromark-extension-cjk-friendly-util";
import { schema } from "./schema.ts";
import { TAG_OF } from "./tags.ts";

const { marks: MARKS } = schema;

type Emphasised = Strong | Emphasis | Delete;

const MARK_OF = { strong: MARKS.strong, emphasis: MARKS.em, delete: MARKS.strike } as const;

/** Deviations from the printer's defaults. */
export interface Writes {
  /** Whether all emphasis is printed as HTML. */
  readonly isTagged: boolean;
  /** Whether the content is in a table cell, which is limited to one line. */
  readonly isCell: boolean;
}

/**
 * Prints emphasis with markers if they are parsed as such next to the surrounding characters, otherwise as HTML. The
 * printer's default is to encode those characters as references, which breaks searching the source.
 */
export function markHandlers({ isTagged, isCell }: Writes): NonNullable<Options["handlers"]> {
  // The surroundings of the elements being printed.
  const around: Around[] = [];
  const handler = (type: Emphasised["type"]): Handle => {
    const handle = (
      node: Emphasised,
      parent: Parents | undefined,
      state: State,
      info: Info,
    ): string => {
      const sign = signOf(type, state);
      const own = aroundOf({ node, parent, sign, outer: around.at(-1) }, info);
      const exit = state.enter(type === "strong" ? "strong" : "emphasis");
      around.push(own);
      const inner = state.containerPhrasing(node, { ...info, before: sign, after: sign });
      around.pop();
      exit();
      if (!isTagged && isRead(sign, own, inner)) return sign + inner + sign;
      const tag = TAG_OF.get(MARK_OF[type]) ?? "span";
      return `<${tag}>${state.containerPhrasing(node, { ...info, before: ">", after: "<" })}</${tag}>`;
    };
    return Object.assign(handle, {
      peek: (_node: unknown, _parent: unknown, state: State) =>
        isTagged ? "<" : signOf(type, state).charAt(0),
    });
  };
  return {
    strong: handler("strong"),
    emphasis: handler("emphasis"),
    delete: handler("delete"),
    break: (_node, _parent, { stack }) => (isCell || stack.some(isOneLine) ? "<br>" : "\\\n"),
    text: printText,
    ...(isCell && { inlineCode: printCellCode }),
  };
}

/** A backslash before the escaped pipe of a cell. Two of them are written as they are. */
const LONE_BACKSLASH = /(?<!\\)(?:\\\\)*\\\|/;

/** In the code of a cell, `\|` is a pipe, so that a backslash before a pipe can only be written as HTML. */
function printCellCode(
  node: InlineCode,
  parent: Parents | undefined,
  state: State,
  info: Info,
): string {
  if (!LONE_BACKSLASH.test(node.value)) return defaultHandlers.inlineCode(node, parent, state);
  const text = state.safe(node.value, { ...info, before: ">", after: "<" });
  return `<code>${text}</code>`;
}

function isOneLine(construct: ConstructName): boolean {
  return construct === "tableCell" || construct === "headingAtx";
}

function signOf(type: Emphasised["type"], { options }: State): string {
  if (type === "delete") return "~~";
  return type === "strong" ? (options.strong ?? "*").repeat(2) : (options.emphasis ?? "*");
}

/** The characters before the opening and after the closing marker; empty at the ends of a block. */
interface Around {
  readonly sign: string;
  readonly before: string;
  readonly after: string;
}

interface Written {
  readonly node: Emphasised;
  readonly parent: Parents | undefined;
  readonly sign: string;
  readonly outer: Around | undefined;
}

/** Adjacent markers of the same kind merge, so the inner element has the surroundings of the outer one. */
function aroundOf({ node, parent, sign, outer }: Written, { before, after }: Info): Around {
  const joins = outer?.sign.charAt(0) === sign.charAt(0) && parent !== undefined;
  const isFirst = joins && parent.children[0] === node;
  const isLast = joins && parent.children.at(-1) === node;
  return {
    sign,
    before: isFirst ? outer.before : lastCharacter(before),
    after: isLast ? outer.after : firstCharacter(after),
  };
}

function isRead(sign: string, { before, after }: Around, inner: string): boolean {
  const [mark] = sign;
  const words = inner.replaceAll(
    mark === "~" ? /^~+|~+$/g : mark === "_" ? /^_+|_+$/g : /^\*+|\*+$/g,
    "",
  );
  const opening = sidesOf(before, firstCharacter(words));
  const closing = sidesOf(lastCharacter(words), after);
  if (mark !== "_") return opening.opens && closing.closes;
  return (
    opening.opens &&
    (isSpaceOrPunctuation(kindOf(before)) || !opening.closes) &&
    closing.closes &&
    (isSpaceOrPunctuation(kindOf(after)) || !closing.opens)
  );
}

/** Returns whether a marker between two characters can open or close emphasis, by the parser's rules. */
function sidesOf(
  before: string,
  after: string,
): { readonly opens: boolean; readonly closes: boolean } {
  const [left, right] = [kindOf(before), kindOf(after)];
  return {
    opens: !isApart(right) || (isNonCjkPunctuation(right) && (isApart(left) || isCjkOrIvs(left))),
    closes: !isApart(left) || (isNonCjkPunctuation(left) && (isApart(right) || isCjk(right))),
  };
}

/** Returns whether a character is whitespace, or punctuation that isn't Chinese, Japanese, or Korean. */
function isApart(kind: Kind): boolean {
  return isUnicodeWhitespace(kind) || isNonCjkPunctuation(kind);
}

type Kind = ReturnType<typeof classifyCharacter>;

function kindOf(character: string): Kind {
  return classifyCharacter(character.codePointAt(0) ?? null);
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(...[text.codePointAt(0)].filter((code) => code !== undefined));
}

function lastCharacter(text: string): string {
  return /.$/su.exec(text)?.[0] ?? "";
}

/** Prints text with special characters escaped. A `_` within a word needs no escape. */
function printText(node: Text, _parent: Parents | undefined, state: State, info: Info): string {
  return state.safe(node.value, info).replaceAll(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, "_");
}

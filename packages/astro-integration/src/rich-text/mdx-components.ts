import type { MdxComponent } from "./html-tree.ts";

export interface MarkedMdx {
  /** Markdown with a {@link MDX_TAG} element for each component. */
  readonly markdown: string;
  /** Components by the number of their element. */
  readonly components: readonly MdxComponent[];
}

/** Replaces a component while Markdown is parsed, because HTML ignores case. */
export const MDX_TAG = "loam-mdx";
export const MDX_NUMBER = "data-n";

/** Quick check: most texts contain no components. */
const MAY_HAVE = /<[A-Z]/;
const NAME = String.raw`[A-Z][\w]*(?:\.[A-Za-z]\w*)*`;
const VALUE = String.raw`"[^"]*"|'[^']*'|\{[^{}]*\}`;
const ATTRIBUTE = String.raw`\s+[A-Za-z_:][\w:.-]*(?:\s*=\s*(?:${VALUE}))?`;
const TAG = new RegExp(
  String.raw`<(?:(\/)(${NAME})\s*|(${NAME})((?:${ATTRIBUTE})*)\s*(\/?))>`,
  "g",
);
const END_TAG = new RegExp(String.raw`</(${NAME})\s*>`, "g");
const ONE_ATTRIBUTE = new RegExp(String.raw`([A-Za-z_:][\w:.-]*)(?:\s*=\s*(${VALUE}))?`, "g");
/** Matches code, which contains no components: fenced blocks and code spans. */
const CODE =
  /^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n[ \t>]*\1[`~]*[ \t]*(?=\n|(?![\s\S]))|(?![\s\S]))|(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?[^`]\2(?!`)/gm;
/** Matches lines that MDX treats as code. */
const MDX_CODE_LINE = /^import\s(?:[^\n]*\sfrom\s*)?["'][^"'\n]+["'];?[ \t]*$/gm;

/**
 * Marks the components in a text from MDX. A component is a capitalized tag that is closed or self-closing, and not in
 * code: `List<T>` in a sentence is not one. If a text contains components, its imports and comments in braces are
 * removed.
 */
export function markMdx(markdown: string): MarkedMdx {
  if (!MAY_HAVE.test(markdown)) return { markdown, components: [] };
  const components: MdxComponent[] = [];
  const closed = new Set([...markdown.matchAll(END_TAG)].map(([, name]) => name));
  const replace = ([
    tag,
    slash,
    end = "",
    name = "",
    attributes = "",
    self,
  ]: RegExpExecArray): string => {
    if (slash !== undefined) return isUsed(components, end) ? `</${MDX_TAG}>` : tag;
    if (self === "" && !closed.has(name)) return tag;
    components.push({ name, props: propsOf(attributes) });
    const open = `<${MDX_TAG} ${MDX_NUMBER}="${components.length - 1}">`;
    return self === "" ? open : `${open}</${MDX_TAG}>`;
  };
  const mark = (text: string): string => replaceEach(text, TAG, replace);
  const marked = outsideCode(markdown, mark);
  if (components.length === 0) return { markdown, components };
  const text = outsideCode(marked, (part) => removeComments(part.replaceAll(MDX_CODE_LINE, "")));
  return { markdown: separateTags(text), components };
}

function replaceEach(
  text: string,
  pattern: RegExp,
  replace: (found: RegExpExecArray) => string,
): string {
  let changed = "";
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    changed += text.slice(from, found.index) + replace(found);
    from = found.index + found[0].length;
  }
  return changed + text.slice(from);
}

function isUsed(components: readonly MdxComponent[], name: string): boolean {
  return components.some((component) => component.name === name);
}

function outsideCode(markdown: string, change: (text: string) => string): string {
  let changed = "";
  let from = 0;
  for (const code of markdown.matchAll(CODE)) {
    changed += change(markdown.slice(from, code.index)) + code[0];
    from = code.index + code[0].length;
  }
  return changed + change(markdown.slice(from));
}

/** Scans linearly: a pattern would search to the end of the text for each unclosed comment. */
function removeComments(text: string): string {
  let left = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf("{/*", from);
    const end = start === -1 ? -1 : text.indexOf("*/}", start);
    if (end === -1) return left + text.slice(from);
    left += text.slice(from, start);
    from = end + 3;
  }
}

function propsOf(attributes: string): Readonly<Record<string, unknown>> {
  const props: Record<string, unknown> = {};
  for (const [, name = "", value] of attributes.matchAll(ONE_ATTRIBUTE)) {
    const read = value === undefined ? true : valueOf(value);
    if (read !== undefined) props[name] = read;
  }
  return props;
}

function valueOf(written: string): unknown {
  const inside = written.slice(1, -1);
  if (!written.startsWith("{")) return inside;
  try {
    const value: unknown = JSON.parse(inside.trim().replace(/^'([^'"\\]*)'$/, '"$1"'));
    return value;
  } catch {
    return undefined;
  }
}

const OPEN_LINE = new RegExp(`^([ \\t]*)<${MDX_TAG} [^>]*>[ \\t]*$`);
const EMPTY_LINE = new RegExp(`^[ \\t]*(<${MDX_TAG} [^>]*>)(</${MDX_TAG}>)[ \\t]*$`);
const CLOSE_LINE = new RegExp(`^[ \\t]*</${MDX_TAG}>[ \\t]*$`);

/**
 * Puts tags on separate lines with blank lines around them, so that their content is Markdown, as in MDX, and removes
 * the indentation of the component, which Markdown would treat as code.
 */
function separateTags(markdown: string): string {
  const lines: string[] = [];
  // Indentation of the content of each enclosing component, from its first line.
  const indents: (number | undefined)[] = [];
  for (const line of markdown.split("\n")) {
    const [, open, close] = EMPTY_LINE.exec(line) ?? [];
    if (open !== undefined && close !== undefined) lines.push("", open, close, "");
    else if (CLOSE_LINE.test(line)) {
      indents.pop();
      lines.push("", line.trim(), "");
    } else if (OPEN_LINE.test(line)) {
      indents.push(undefined);
      lines.push("", line.trim(), "");
    } else lines.push(removeIndent(line, indents));
  }
  return lines.join("\n");
}

function removeIndent(line: string, indents: (number | undefined)[]): string {
  const own = line.length - line.trimStart().length;
  if (indents.length === 0 || own === line.length) return line;
  const last = indents.at(-1) ?? own;
  indents[indents.length - 1] = last;
  return line.slice(Math.min(own, last));
}

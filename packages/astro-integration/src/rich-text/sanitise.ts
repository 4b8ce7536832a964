import { COMMON, DROPPED, ELEMENTS } from "./allowed-html.ts";
import type { Attributes, HtmlNode } from "./html-tree.ts";

/** As much of a hast node as is read here. */
export interface SourceNode {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly SourceNode[];
}

/** Before ids that an author wrote, so that none can shadow a name that a site's scripts use. */
const ID_PREFIX = "user-content-";
const MARKDOWN_IDS = /^(user-content-|footnote-label$)/;

/**
 * What may stand on a page: listed elements with listed attributes. Anything else leaves its
 * content behind or, where that is no text for readers, goes with it.
 */
export function sanitise(nodes: readonly SourceNode[]): readonly HtmlNode[] {
  return nodes.flatMap(sanitiseNode);
}

function sanitiseNode(node: SourceNode): readonly HtmlNode[] {
  if (node.type === "text") return [{ kind: "text", value: node.value ?? "" }];
  if (node.type !== "element") return [];
  const tag = (node.tagName ?? "").toLowerCase();
  if (DROPPED.has(tag)) return [];
  const children = sanitise(node.children ?? []);
  if (!Object.hasOwn(ELEMENTS, tag)) return children;
  const attributes = sanitiseAttributes(tag, node.properties ?? {});
  return hasMeaning(tag, attributes) ? [{ kind: "element", tag, attributes, children }] : [];
}

/** An image without an address that is allowed, or an input besides a task's box, is nothing. */
function hasMeaning(tag: string, attributes: Attributes): boolean {
  if (tag === "img") return attributes["src"] !== undefined;
  return tag !== "input" || attributes["type"] === "checkbox";
}

function sanitiseAttributes(
  tag: string,
  properties: Readonly<Record<string, unknown>>,
): Attributes {
  const kept: Record<string, string | true> = {};
  for (const [property, value] of Object.entries(properties)) {
    const text = attributeText(value);
    if (text !== undefined) Object.assign(kept, sanitiseAttribute(tag, htmlName(property), text));
  }
  if (tag === "input") kept["disabled"] = true;
  return kept;
}

function sanitiseAttribute(tag: string, name: string, text: string): Attributes {
  if (name === "id") return { id: MARKDOWN_IDS.test(text) ? text : `${ID_PREFIX}${text}` };
  if (name === "style") return tag === "td" || tag === "th" ? alignOf(text) : {};
  const rules = { ...COMMON, ...ELEMENTS[tag] };
  const value = Object.hasOwn(rules, name) ? rules[name]?.(text) : undefined;
  if (value === undefined) return {};
  return { [name]: value === "" ? flagOr(name, value) : value };
}

/** An empty value is an attribute without one, but for those where emptiness says something. */
function flagOr(name: string, value: string): string | true {
  return name === "alt" || name === "href" ? value : true;
}

/** GFM tables come with `style="text-align: …"`, which a strict content security policy forbids. */
function alignOf(style: string): Attributes {
  const align = /^text-align:\s*(left|right|center);?$/.exec(style.trim())?.[1];
  return align === undefined ? {} : { align };
}

const HTML_NAMES: Readonly<Record<string, string>> = { className: "class", dateTime: "datetime" };

/** hast writes `ariaLabel` and `dataFootnoteRef`. */
function htmlName(property: string): string {
  const known = Object.hasOwn(HTML_NAMES, property) ? HTML_NAMES[property] : undefined;
  if (known !== undefined) return known;
  const dashed = property
    .replace(/^aria(?=[A-Z])/, "aria-")
    .replace(/^data(?=[A-Z])/, "data-")
    .toLowerCase();
  return property.startsWith("data") ? dataName(property) : dashed;
}

function dataName(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function attributeText(value: unknown): string | undefined {
  if (value === true) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return Array.isArray(value) ? value.join(" ") : undefined;
}

import type { CmsMedia } from "../schema/published-shapes.ts";

/** An MDX component in a text. */
export interface MdxComponent {
  readonly name: string;
  /** Strings, and JSON values in braces: `{3}`, `{true}`, `{["a"]}`. Other expressions are omitted. */
  readonly props: Readonly<Record<string, unknown>>;
}

/** Attributes by HTML name; `true` is an attribute without a value. */
export type Attributes = Readonly<Record<string, string | true>>;

interface TextNode {
  readonly kind: "text";
  readonly value: string;
}

export interface ElementNode {
  readonly kind: "element";
  readonly tag: string;
  readonly attributes: Attributes;
  readonly children: readonly HtmlNode[];
  /** The media record of an `img`, if known. */
  readonly media?: CmsMedia;
  /** The MDX component at this position. If the site doesn't provide it, its content is shown. */
  readonly component?: MdxComponent;
}

/** A node of sanitized rich text, which is safe to render. */
export type HtmlNode = TextNode | ElementNode;

/** The parts of a hast node that are read here. */
interface HastNode {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly HastNode[];
}

/** Converts the elements and text of a sanitized hast tree. */
export function fromHast(nodes: readonly HastNode[]): readonly HtmlNode[] {
  return nodes.flatMap((node): readonly HtmlNode[] => {
    if (node.type === "text") return [{ kind: "text", value: node.value ?? "" }];
    if (node.type !== "element" || node.tagName === undefined) return [];
    const attributes = attributesOf(node.properties ?? {});
    return [
      { kind: "element", tag: node.tagName, attributes, children: fromHast(node.children ?? []) },
    ];
  });
}

function attributesOf(properties: Readonly<Record<string, unknown>>): Attributes {
  const attributes: Record<string, string | true> = {};
  for (const [property, value] of Object.entries(properties)) {
    const text = attributeText(value);
    if (text !== undefined) attributes[attributeName(property)] = text;
  }
  return attributes;
}

function attributeText(value: unknown): string | true | undefined {
  if (value === true || typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return Array.isArray(value) && value.length > 0 ? value.join(" ") : undefined;
}

/** Converts hast names such as `className`, `colSpan`, `ariaDescribedBy`, and `dataFootnoteRef`. */
function attributeName(property: string): string {
  if (property === "className") return "class";
  const dashed = /^data[A-Z]/.test(property)
    ? property.replaceAll(/[A-Z]/g, (letter) => `-${letter}`)
    : property.replace(/^aria(?=[A-Z])/, "aria-");
  return dashed.toLowerCase();
}

export function textOf(nodes: readonly HtmlNode[]): string {
  return nodes.map((node) => (node.kind === "text" ? node.value : textOf(node.children))).join("");
}

/** Replaces elements with the results of `change`, children first. Unchanged nodes are not copied. */
export function mapElements(
  nodes: readonly HtmlNode[],
  change: (element: ElementNode) => HtmlNode,
): readonly HtmlNode[] {
  const mapped = nodes.map((node) => {
    if (node.kind !== "element") return node;
    const children = mapElements(node.children, change);
    return change(children === node.children ? node : { ...node, children });
  });
  return mapped.every((node, at) => node === nodes[at]) ? nodes : mapped;
}

/** Yields every element of the tree, parents first. */
export function* elementsOf(nodes: readonly HtmlNode[]): Generator<ElementNode> {
  for (const node of nodes) {
    if (node.kind !== "element") continue;
    yield node;
    yield* elementsOf(node.children);
  }
}

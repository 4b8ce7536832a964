import type { CmsMedia } from "../schema/published-shapes.ts";

/** A component of MDX that stands in a text. */
export interface MdxComponent {
  readonly name: string;
  /** Texts, and what JSON says in braces: `{3}`, `{true}`, `{["a"]}`. Other expressions are left out. */
  readonly props: Readonly<Record<string, unknown>>;
}

/** Attributes by their HTML name; `true` is an attribute without a value. */
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
  /** The media record behind an `img`, where it is known. */
  readonly media?: CmsMedia;
  /** The component of MDX that stands here; without a component of the site's it is what is in it. */
  readonly component?: MdxComponent;
}

/** What is left of rich text after sanitising: nothing in it needs to be trusted. */
export type HtmlNode = TextNode | ElementNode;

/** As much of a hast node as is read here. */
interface HastNode {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly HastNode[];
}

/** Elements and texts of a hast tree that is safe already. */
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

/** hast writes `className`, `colSpan`, `ariaDescribedBy` and `dataFootnoteRef`. */
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

/** The tree with what `change` made of its elements, children first; what is the same is not copied. */
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

/** Every element of the tree, parents first. */
export function* elementsOf(nodes: readonly HtmlNode[]): Generator<ElementNode> {
  for (const node of nodes) {
    if (node.kind !== "element") continue;
    yield node;
    yield* elementsOf(node.children);
  }
}

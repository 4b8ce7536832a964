import type { CmsMedia } from "../schema/published-shapes.ts";

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
}

/** What is left of rich text after sanitising: nothing in it needs to be trusted. */
export type HtmlNode = TextNode | ElementNode;

export function textOf(nodes: readonly HtmlNode[]): string {
  return nodes.map((node) => (node.kind === "text" ? node.value : textOf(node.children))).join("");
}

/** A copy of the tree in which `change` has replaced elements; children are changed first. */
export function mapElements(
  nodes: readonly HtmlNode[],
  change: (element: ElementNode) => HtmlNode,
): readonly HtmlNode[] {
  return nodes.map((node) =>
    node.kind === "element"
      ? change({ ...node, children: mapElements(node.children, change) })
      : node,
  );
}

/** Every element of the tree, parents first. */
export function* elementsOf(nodes: readonly HtmlNode[]): Generator<ElementNode> {
  for (const node of nodes) {
    if (node.kind !== "element") continue;
    yield node;
    yield* elementsOf(node.children);
  }
}
